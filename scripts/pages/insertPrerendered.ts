const HEAD_END = '  </head>'
const ROOT = '<div id="root">'
const SCRIPT = /<script type="module" crossorigin src="([^"]+)"><\/script>/g

/**
 * Returns a bare page with a first picture (HTML) in its root element, and with the links of `ahead` at the end of its
 * head. Module scripts become `modulepreload` links of low priority, so that they come after what the picture needs;
 * the last of them, the app, gets `data-app`, by which `client/app/start/headScript.ts` finds and starts it.
 * @throws Error where the page lacks a head, a root or a script
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
