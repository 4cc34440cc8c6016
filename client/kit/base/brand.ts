/**
 * The product's name. The server writes the operator's BRAND_NAME into the page's head; without one it is "Midground".
 */
export const BRAND_NAME: string =
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content || 'Midground'
