/** The operator's own name for the product, in the files that say ours. */

/** The pages' title, and the names under which a device installs the app. */
export const namesBrand = (path: string): boolean => /\.(html|webmanifest)$/.test(path)

/** `content` of a file that `namesBrand`, saying `name` instead. */
export function renamed(path: string, content: Uint8Array, name: string): Uint8Array {
  const text = Buffer.from(content).toString('utf8')
  return Buffer.from(path.endsWith('.html') ? withTitle(text, name) : withNames(text, name))
}

function withTitle(html: string, name: string): string {
  const safe = name.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
  return html.replace(/<title>[^<]*<\/title>/, () => `<title>${safe}</title>`)
}

const withNames = (manifest: string, name: string): string =>
  JSON.stringify({ ...JSON.parse(manifest), name, short_name: name })
