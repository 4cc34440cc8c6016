import { findFamily, fontUrl } from '../../client/kit/fonts/family.ts'
import { HEADLINE_FONT } from '../../client/site/home/headlineFont.ts'

const ahead = (url: string) => `<link rel="preload" as="font" type="font/woff2" href="${url}" crossorigin />`

/**
 * Returns the HTML link that preloads the font of the interface, so that the first picture is not drawn in another font and
 * then moves. `assets`: names of the built files. @throws Error if the font is not among them
 */
export function interfaceFont(assets: readonly string[]): string {
  const file = assets.find((name) => /^inter-latin-wght-normal-[\w-]+\.woff2$/.test(name))
  if (!file) throw new Error('the build lacks the letters of the interface')
  return ahead(`/assets/${file}`)
}

/** Returns the HTML that preloads the home page's headline font and declares it by the name that the page uses. */
export function wordFont(): string[] {
  const family = findFamily(HEADLINE_FONT)
  if (!family) throw new Error(`${HEADLINE_FONT} is no family of ours`)
  const url = fontUrl(family, 400)
  return [
    ahead(url),
    `<style>@font-face { font-family: ${HEADLINE_FONT}; src: url(${url}) format("woff2"); font-display: block }</style>`,
  ]
}
