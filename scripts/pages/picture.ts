const HEAD_END = '  </head>'
const ROOT = '<div id="root">'
const SCRIPT = '<script type="module"'

/** A bare page with a first picture in it, and with what it asks for `ahead`. */
export function withPicture(bare: string, picture: string, ahead: readonly string[]): string {
  for (const place of [HEAD_END, ROOT, SCRIPT]) if (!bare.includes(place)) throw new Error(`the page has no ${place}`)
  return bare
    .replaceAll(SCRIPT, `${SCRIPT} fetchpriority="low"`) // the picture first
    .replace(HEAD_END, () => [...ahead.map((link) => `    ${link}\n`), HEAD_END].join(''))
    .replace(ROOT, () => ROOT + picture)
}
