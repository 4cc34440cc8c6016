/** The product's own name; the operator may give another one (BRAND_NAME), which the server writes into the page's head. */
export const BRAND_NAME: string =
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content || 'Midground'
