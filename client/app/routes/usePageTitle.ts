import { useEffect } from 'react'
import { BRAND_NAME } from '../../kit/base/page.ts'
import { t } from '../../kit/i18n/translate.ts'

/** Hook that sets the document's title, 'Pricing · Midground'; null sets the product's own title. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    document.title = title
      ? `${title} · ${BRAND_NAME}`
      : t('{brand} — text behind anything, in your browser', { brand: BRAND_NAME })
  }, [title])
}
