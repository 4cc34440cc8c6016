import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { t } from '#client/kit/i18n/translate.ts'
import { Button, LinkButton } from '#client/kit/ui/controls/Button.tsx'
import { EDITOR_PATH } from '#server/contract/pages/guard.ts'
import styles from './MessagePage.module.css'

export function MessagePage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.message}>
      <h1 className={styles.title}>{title}</h1>
      {children}
    </section>
  )
}

export const MessageText = ({ children }: { children: ReactNode }) => <p className={styles.text}>{children}</p>

export const MessageActions = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
)

/** The page after an uncaught error. Its links reload the page, because the state in memory may be inconsistent. */
export function ErrorPage() {
  return (
    <main className="page" role="alert">
      <MessagePage title={t('Something went wrong')}>
        <MessageText>
          {t('This page stopped working. Reload it to continue. Images you’ve downloaded are safe.')}
        </MessageText>
        <MessageActions>
          <Button look="primary" size="large" onClick={() => location.reload()}>
            {t('Reload page')}
          </Button>
          <LinkButton look="outline" size="large" href="/">
            {t('Go to home page')}
          </LinkButton>
        </MessageActions>
      </MessagePage>
    </main>
  )
}

/** Shown instead of the editor if the browser doesn't support WebGL 2, OffscreenCanvas or WebAssembly SIMD. */
export function NoGraphics() {
  return (
    <MessagePage title={t('Your browser can’t run the editor')}>
      <MessageText>
        {t(
          'The editor needs WebGL 2 and WebAssembly SIMD. One of them is missing or turned off. Turn on hardware acceleration in your browser settings, or use a recent version of Chrome, Edge, Firefox or Safari.',
        )}
      </MessageText>
      <MessageActions>
        <LinkButton look="primary" size="large" href={EDITOR_PATH}>
          {t('Try again')}
        </LinkButton>
      </MessageActions>
    </MessagePage>
  )
}

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

/** The number 404 behind the figure from the logo. */
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
