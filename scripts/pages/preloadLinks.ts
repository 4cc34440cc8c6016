/** A chunk of Vite's build manifest. */
export interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

/** Vite's build manifest: chunks by source path, or by a name that Vite gives. */
export type Manifest = Readonly<Record<string, Chunk>>

/**
 * Returns the paths (from '/') of a module's chunk, its imports and their styles, without those that `html` loads
 * already.
 * @throws Error for a module that the build does not contain
 */
export function neededFiles(manifest: Manifest, module: string, html: string): string[] {
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
 * Returns links that preload scripts and styles. Scripts are fetched in the request mode that
 * `client/kit/base/importWithRetry.ts` uses later, so that each is loaded once. No `modulepreload`: Firefox never
 * requests a module again that has failed once. `isShown`: the prerendered page needs the styles, so they are loaded as
 * style sheets.
 */
export const preloadLinks = (paths: readonly string[], isShown: boolean): string[] =>
  paths.map((path) => {
    const ahead = (as: string) => `<link rel="preload" as="${as}" href="${path}" crossorigin fetchpriority="low" />`
    if (!path.endsWith('.css')) return ahead('fetch')
    return isShown ? `<link rel="stylesheet" href="${path}" crossorigin />` : ahead('style')
  })
