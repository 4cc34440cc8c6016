import { Link } from 'wouter'
import { t } from '#client/kit/i18n/translate.ts'
import { LinkButton } from '#client/kit/ui/controls/Button.tsx'
import styles from './Cutout404.module.css'
import { MessageActions, MessagePage, MessageText } from './MessagePage.tsx'

/** The page for unknown addresses. */
export function NotFound() {
  return (
    <MessagePage title={t('Page not found')}>
      <Cutout404 />
      <MessageText>{t('This page doesn’t exist. Check the address or go to the home page.')}</MessageText>
      <MessageActions>
        <Link href="/" asChild>
          <LinkButton look="primary" size="large">
            {t('Go to home page')}
          </LinkButton>
        </Link>
        <Link href="/pricing" asChild>
          <LinkButton look="outline" size="large">
            {t('See plans')}
          </LinkButton>
        </Link>
      </MessageActions>
    </MessagePage>
  )
}

/** The image of the 404 page: the number behind the figure of the logo. */
function Cutout404() {
  return (
    <svg className={styles.picture} viewBox="0 0 360 150" aria-hidden="true">
      <text className={styles.number} x="180" y="124" textAnchor="middle">
        404
      </text>
      <path
        className={styles.figure}
        d="M180 34a29 29 0 0 1 16.4 52.9C218 94 231 115 231 144v6H129v-6c0-29 13-50 34.6-57.1A29 29 0 0 1 180 34z"
      />
    </svg>
  )
}
