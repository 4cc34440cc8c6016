import { findFamily, fontUrl } from '../../client/kit/fonts/family.ts'
import { HEADLINE_FONT } from '../../client/site/home/headlineFont.ts'

const ahead = (url: string) => `<link rel="preload" as="font" type="font/woff2" href="${url}" crossorigin />`

/** The letters of the interface: they come before a first picture is drawn in others, which would move it. */
export function interfaceFont(assets: readonly string[]): string {
  const file = assets.find((name) => /^inter-latin-wght-normal-[\w-]+\.woff2$/.test(name))
  if (!file) throw new Error('the build lacks the letters of the interface')
  return ahead(`/assets/${file}`)
}

/** The face of the home page's word, under the name by which the page itself loads it. */
export function wordFont(): string[] {
  const family = findFamily(HEADLINE_FONT)
  if (!family) throw new Error(`${HEADLINE_FONT} is no family of ours`)
  const url = fontUrl(family, 400)
  return [
    ahead(url),
    `<style>@font-face { font-family: ${HEADLINE_FONT}; src: url(${url}) format("woff2"); font-display: block }</style>`,
  ]
}
