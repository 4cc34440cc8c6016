import { findFamily, fontUrl } from '../../client/kit/fonts/family.ts'
import { HEADLINE_FONT } from '../../client/site/home/headlineFont.ts'

const ahead = (url: string) => `<link rel="preload" as="font" type="font/woff2" href="${url}" crossorigin />`

/**
 * Returns the link that preloads the font of the interface, so that the prerendered page is not painted in another font
 * first and then moves.
 */
export function interfaceFontLink(assets: readonly string[]): string {
  const file = assets.find((name) => /^inter-latin-wght-normal-[\w-]+\.woff2$/.test(name))
  if (!file) throw new Error('the build lacks the letters of the interface')
  return ahead(`/assets/${file}`)
}

/**
 * Returns the link that preloads the headline font of the home page, and its @font-face rule under the family name that
 * the page uses.
 */
export function headlineFontLinks(): string[] {
  const family = findFamily(HEADLINE_FONT)
  if (!family) throw new Error(`${HEADLINE_FONT} is no family of ours`)
  const url = fontUrl(family, 400)
  return [
    ahead(url),
    `<style>@font-face { font-family: ${HEADLINE_FONT}; src: url(${url}) format("woff2"); font-display: block }</style>`,
  ]
}
