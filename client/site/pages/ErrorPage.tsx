import { t } from '../../kit/i18n/translate.ts'
import { Button, LinkButton } from '../../kit/ui/controls/Button.tsx'
import { MessageActions, MessagePage, MessageText } from './MessagePage.tsx'

/** The page after an uncaught error. Its links reload the page, because the state in memory can no longer be trusted. */
export function ErrorPage() {
  return (
    <main className="page" role="alert">
      <MessagePage title={t('Something went wrong')}>
        <MessageText>{t('This page stopped working. Pictures that you downloaded are safe.')}</MessageText>
        <MessageActions>
          <Button look="primary" size="large" onClick={() => location.reload()}>
            {t('Load the page again')}
          </Button>
          <LinkButton look="outline" size="large" href="/">
            {t('Go to the home page')}
          </LinkButton>
        </MessageActions>
      </MessagePage>
    </main>
  )
}
