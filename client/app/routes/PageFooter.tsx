import { Languages, ShieldCheck } from 'lucide-react'
import { Link } from 'wouter'
import { BRAND_NAME } from '../../kit/base/page.ts'
import { useLanguage } from '../../kit/i18n/language.ts'
import { LANGUAGES } from '../../kit/i18n/languages.ts'
import { t } from '../../kit/i18n/translate.ts'
import { useEditorLink } from '../../site/account/guard/useEditorLink.ts'
import { useAccount } from '../../site/account/state/AccountContext.tsx'
import styles from './PageFooter.module.css'

/** The footer of every page: links, browser capabilities and language. */
export function PageFooter() {
  const editor = useEditorLink()
  const account = useAccount()
  const language = useLanguage()
  return (
    <footer className={styles.footer}>
      <p className={styles.promise}>
        <ShieldCheck className={styles.icon} strokeWidth={1.75} aria-hidden />
        {t('Photos are edited on your device.')}
      </p>
      <nav className={styles.links} aria-label={t('Footer')}>
        <Link href="/">{BRAND_NAME}</Link>
        <Link href="/pricing">{t('Pricing')}</Link>
        <Link {...editor}>{t('Editor')}</Link>
        <button type="button" className={styles.button} onClick={() => account.openAboutBrowser()}>
          {t('About this browser')}
        </button>
        <button type="button" className={styles.button} onClick={() => account.openLanguages()}>
          <Languages className={styles.icon} strokeWidth={1.75} aria-hidden />
          <span className="unseen">{t('Language')}</span> {LANGUAGES[language]}
        </button>
      </nav>
    </footer>
  )
}
