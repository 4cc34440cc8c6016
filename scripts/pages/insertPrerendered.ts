const HEAD_END = '  </head>'
const ROOT = '<div id="root">'
const SCRIPT = /<script type="module" crossorigin src="([^"]+)"><\/script>/g

/**
 * Returns the bare page with prerendered HTML in its root and with the links `ahead` in its head. Its scripts are only
 * preloaded: `client/app/start/startAfterFirstPaint.ts` starts the last one, the app, after the first paint.
 * @throws Error when the page lacks a place or its scripts
 */
export function insertPrerendered(bare: string, picture: string, ahead: readonly string[]): string {
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
