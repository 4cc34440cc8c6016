import { Languages, ShieldCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { BRAND_NAME } from '#client/kit/browser/page.ts'
import { useLanguage } from '#client/kit/i18n/language.ts'
import { LANGUAGES } from '#client/kit/i18n/languages.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { ThemeButton } from '#client/kit/ui/theme/theme.tsx'
import { useEditorLink } from '#client/site/account/guard/useEditorLink.ts'
import { AccountCorner } from '#client/site/account/menu/AccountCorner.tsx'
import { useAccount } from '#client/site/account/state/contexts.ts'
import { NOTICES_PATH } from '#server/contract/pages/addresses.ts'
import styles from './Page.module.css'

/** Number of pages opened so far. The first page keeps the browser's initial focus. */
let opened = 0

/**
 * The layout of every page except the editor: skip link, header, content and footer. Each page after the first scrolls
 * to the top and moves the focus to its content. `title`: see `usePageTitle`.
 */
export function Page({ title, children }: { title: string | null; children: ReactNode }) {
  usePageTitle(title)
  const main = useRef<HTMLElement>(null)
  useEffect(() => {
    opened += 1
    if (opened === 1) return
    window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="page">
      <a className={styles.skip} href="#content">
        {t('Skip to content')}
      </a>
      <PageHeader />
      <main ref={main} id="content" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <PageFooter />
    </div>
  )
}

function PageHeader() {
  const editor = useEditorLink()
  return (
    <header className={styles.header}>
      <Link href="/" className={styles.home}>
        <img src="/favicon.svg" width={26} height={26} alt="" />
        {BRAND_NAME}
      </Link>
      <nav className={styles.nav} aria-label={t('Main')}>
        <Link href="/pricing" className={styles.link}>
          {t('Pricing')}
        </Link>
        <Link {...editor} className={styles.link}>
          {t('Editor')}
        </Link>
        <ThemeButton />
        <AccountCorner />
      </nav>
    </header>
  )
}

function PageFooter() {
  const editor = useEditorLink()
  const account = useAccount()
  const language = useLanguage()
  return (
    <footer className={styles.footer}>
      <p className={styles.promise}>
        <ShieldCheck className={styles.icon} strokeWidth={1.75} aria-hidden />
        {t('Your photos are edited on your device.')}
      </p>
      <nav className={styles.links} aria-label={t('Footer')}>
        <Link href="/">{BRAND_NAME}</Link>
        <Link href="/pricing">{t('Pricing')}</Link>
        <Link {...editor}>{t('Editor')}</Link>
        <a href={NOTICES_PATH}>{t('Licenses')}</a>
        <button type="button" className={styles.button} onClick={() => account.open({ name: 'browser' })}>
          {t('Browser compatibility')}
        </button>
        <button type="button" className={styles.button} onClick={() => account.open({ name: 'language' })}>
          <Languages className={styles.icon} strokeWidth={1.75} aria-hidden />
          <span className="unseen">{t('Language')}</span> {LANGUAGES[language]}
        </button>
      </nav>
    </footer>
  )
}

/** Hook that sets the document's title, such as 'Pricing · Midground'. Null sets the product's name and slogan. */
function usePageTitle(title: string | null): void {
  useEffect(() => {
    document.title = title
      ? `${title} · ${BRAND_NAME}`
      : t('{brand}: put text behind objects in your photos', { brand: BRAND_NAME })
  }, [title])
}
