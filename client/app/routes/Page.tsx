import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../../kit/i18n/translate.ts'
import styles from './Page.module.css'
import { PageFooter } from './PageFooter.tsx'
import { PageHeader } from './PageHeader.tsx'
import { usePageTitle } from './usePageTitle.ts'

/** Number of pages opened so far. On the first page the focus stays where the browser puts it. */
let opened = 0

/**
 * The frame of every page except the editor: skip link, header, content, footer. A page that is opened later scrolls to
 * the top and focuses its content. `title: null` gives the product's own title.
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
