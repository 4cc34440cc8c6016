import { ShieldCheck } from 'lucide-react'
import { Link } from 'wouter'
import { useEditorLink } from '../account/useEditorLink.ts'
import { BRAND_NAME } from '../base/brand.ts'
import styles from './PageFooter.module.css'

export function PageFooter() {
  const editor = useEditorLink()
  return (
    <footer className={styles.footer}>
      <p className={styles.promise}>
        <ShieldCheck className={styles.icon} strokeWidth={1.75} aria-hidden />
        Photos are edited on your device.
      </p>
      <nav className={styles.links} aria-label="Footer">
        <Link href="/">{BRAND_NAME}</Link>
        <Link href="/pricing">Pricing</Link>
        <Link {...editor}>Editor</Link>
      </nav>
    </footer>
  )
}
