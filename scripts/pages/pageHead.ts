/** Writes the head of a prerendered page: preload links, fonts, and the script of the app. */
import { findFamily, fontUrl } from '../../client/kit/fonts/family.ts'
import { HEADLINE_FONT } from '../../client/site/home/headlineFont.ts'

const HEAD_END = '  </head>'
const ROOT = '<div id="root">'
const SCRIPT = /<script type="module" crossorigin src="([^"]+)"><\/script>/g

/**
 * Returns the page `bare` with prerendered HTML in its root element and the links of `ahead` at the end of its head.
 * Module scripts become `modulepreload` links of low priority, so that the files of the first paint load first. The
 * app's link has the attribute `data-app`, so that `client/app/start/headScript.ts` finds the app to start. @throws
 * Error if the page lacks a head, a root or a script
 */
export function withPicture(bare: string, picture: string, ahead: readonly string[]): string {
  const scripts = [...bare.matchAll(SCRIPT)].map(([, path]) => path)
  for (const place of [HEAD_END, ROOT]) if (!bare.includes(place)) throw new Error(`the page has no ${place}`)
  if (scripts.length === 0) throw new Error('the page has no script')
  const mark = (path: string) => (path === scripts.at(-1) ? ' data-app' : '')
  return bare
    .replace(
      SCRIPT,
      (_, path) => `<link rel="modulepreload" href="${path}" crossorigin fetchpriority="low"${mark(path)} />`,
    )
    .replace(HEAD_END, () => [...ahead.map((link) => `    ${link}\n`), HEAD_END].join(''))
    .replace(ROOT, () => ROOT + picture)
}

const preloadFont = (url: string) => `<link rel="preload" as="font" type="font/woff2" href="${url}" crossorigin />`

/**
 * Returns the link that preloads the font of the interface. Without it, the first paint would use a different font, and
 * the layout would shift later. `assets`: names of the built files. @throws Error if the font isn't among them
 */
export function interfaceFont(assets: readonly string[]): string {
  const file = assets.find((name) => /^inter-latin-wght-normal-[\w-]+\.woff2$/.test(name))
  if (!file) throw new Error('the build lacks the font of the interface')
  return preloadFont(`/assets/${file}`)
}

/** Returns HTML that preloads and declares the font of the home page's headline. @throws if its family is unknown */
export function wordFont(): string[] {
  const family = findFamily(HEADLINE_FONT)
  if (!family) throw new Error(`${HEADLINE_FONT} is no family of ours`)
  const url = fontUrl(family, 400)
  return [
    preloadFont(url),
    `<style>@font-face { font-family: ${HEADLINE_FONT}; src: url(${url}) format("woff2"); font-display: block }</style>`,
  ]
}

/** An entry of Vite's build manifest: the file of a module, the imported entries, and its style sheets. */
export interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}
/** Vite's build manifest: the entries by their source path or, for shared chunks, by a name that Vite generates. */
export type Manifest = Readonly<Record<string, Chunk>>

/**
 * Returns the URL paths of all files that load with a module, except those in `html`. @throws Error if the manifest
 * lacks a module
 */
export function needs(manifest: Manifest, module: string, html: string): string[] {
  const found = new Set<string>()
  const seen = new Set<string>([module])
  for (const name of seen) {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`the build has no ${name}`)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(`/${file}`)
    for (const next of chunk.imports ?? []) seen.add(next)
  }
  return [...found].filter((path) => !html.includes(`"${path}"`))
}

/**
 * Returns the HTML links for files. `paths` start with a slash. If the first paint needs the styles (`isShown`), they
 * are stylesheets. Otherwise the links are in a template, which `client/app/start/headScript.ts` adds to the page after
 * the first paint.
 *
 * Scripts get `preload as="fetch"`, because `client/kit/browser/importWithRetry.ts` fetches them in the same mode, so
 * each loads once. `modulepreload` isn't used, because Firefox never requests a failed module again.
 */
export function links(paths: readonly string[], isShown: boolean): string[] {
  const found = paths.map((path) => {
    const ahead = (as: string) => `<link rel="preload" as="${as}" href="${path}" crossorigin fetchpriority="low" />`
    if (!path.endsWith('.css')) return ahead('fetch')
    return isShown ? `<link rel="stylesheet" href="${path}" crossorigin />` : ahead('style')
  })
  return isShown ? found : [`<template data-later>${found.join('')}</template>`]
}
