import { Link } from 'wouter'
import { AccountCorner } from '../account/AccountCorner.tsx'
import { useEditorLink } from '../account/useEditorLink.ts'
import { BRAND_NAME } from '../base/brand.ts'
import { Mark } from '../ui/Mark.tsx'
import { ThemeButton } from '../ui/ThemeButton.tsx'
import { t } from '../words/words.ts'
import styles from './PageHeader.module.css'

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
