import { Link } from 'wouter'
import { BRAND_NAME } from '../../kit/base/page.ts'
import { t } from '../../kit/i18n/translate.ts'
import { Mark } from '../../kit/ui/Mark.tsx'
import { ThemeButton } from '../../kit/ui/theme/ThemeButton.tsx'
import { useEditorLink } from '../../site/account/guard/useEditorLink.ts'
import { AccountCorner } from '../../site/account/menu/AccountCorner.tsx'
import styles from './PageHeader.module.css'

/** The header of every page: logo, navigation, theme and account. */
export function PageHeader() {
  const editor = useEditorLink()
  return (
    <header className={styles.header}>
      <Link href="/" className={styles.home}>
        <Mark size={26} />
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
