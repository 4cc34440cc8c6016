import { Link } from 'wouter'
import { t } from '../../kit/i18n/translate.ts'
import { LinkButton } from '../../kit/ui/controls/Button.tsx'
import { Cutout404 } from './Cutout404.tsx'
import { MessageActions, MessagePage, MessageText } from './MessagePage.tsx'

/** The page for unknown addresses. */
export function NotFound() {
  return (
    <MessagePage title={t('There is nothing behind this')}>
      <Cutout404 />
      <MessageText>
        {t('The page you asked for does not exist. Perhaps the link is old, or a letter is missing.')}
      </MessageText>
      <MessageActions>
        <Link href="/" asChild>
          <LinkButton look="primary" size="large">
            {t('Go to the home page')}
          </LinkButton>
        </Link>
        <Link href="/pricing" asChild>
          <LinkButton look="outline" size="large">
            {t('See the plans')}
          </LinkButton>
        </Link>
      </MessageActions>
    </MessagePage>
  )
}
