/** An entry of Vite's build manifest: the file of a module, the entries that it imports, and its style sheets. */
export interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}
/** Vite's build manifest: entries by source path, or by a name of Vite's own for shared chunks. */
export type Manifest = Readonly<Record<string, Chunk>>

/**
 * Returns the URL paths of all files that load with a module, without those that `html` names already.
 * @throws Error for a module that the manifest lacks
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
 * Returns the HTML links for files, whose `paths` begin at the root. Scripts get `preload as="fetch"`, because
 * `client/kit/base/importWithRetry.ts` fetches them in the same way, so that each comes once; no `modulepreload`:
 * Firefox never asks again for a module that has failed once. Styles get `stylesheet` where the first picture needs
 * them (`isShown`). Where it needs none of the files, their links stand in a template, which
 * `client/app/start/headScript.ts` puts into the page after the first paint.
 */
export function links(paths: readonly string[], isShown: boolean): string[] {
  const found = paths.map((path) => {
    const ahead = (as: string) => `<link rel="preload" as="${as}" href="${path}" crossorigin fetchpriority="low" />`
    if (!path.endsWith('.css')) return ahead('fetch')
    return isShown ? `<link rel="stylesheet" href="${path}" crossorigin />` : ahead('style')
  })
  return isShown ? found : [`<template data-later>${found.join('')}</template>`]
}
