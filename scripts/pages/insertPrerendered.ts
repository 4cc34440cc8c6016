const HEAD_END = '  </head>'
const ROOT = '<div id="root">'
const SCRIPT = /<script type="module" crossorigin src="([^"]+)"><\/script>/g

/**
 * A bare page with a first picture in it, and with what it asks for `ahead`. Its scripts come after what the picture needs,
 * and the last of them, the app, is begun by `client/app/start/startAfterFirstPaint.ts`.
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
