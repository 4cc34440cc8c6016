/** The product's own name: page title, watermark, file names. An operator may override it with BRAND_NAME. */
export const BRAND_NAME = 'Midground'
