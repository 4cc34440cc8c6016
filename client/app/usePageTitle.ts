import { useEffect } from 'react'
import { BRAND_NAME } from '../base/brand.ts'

/** 'Pricing · Midground'; null is the product itself. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    document.title = title ? `${title} · ${BRAND_NAME}` : `${BRAND_NAME} — text behind anything, in your browser`
  }, [title])
}
