import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Increment when the same packages give other images. */
const FORMAT = 1

/**
 * Returns 16 hex digits: a hash of the versions of the two npm packages from which the emoji's images are made, and of this
 * script's FORMAT. It names the images' folder, so that browsers can cache them for ever.
 */
export async function revisionOf(): Promise<string> {
  const { devDependencies } = JSON.parse(
    await readFile(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8'),
  )
  const versions = ['@iconify-json/noto', 'emojibase-data'].map((name) => `${name}@${devDependencies[name]}`)
  return createHash('sha256')
    .update(JSON.stringify([FORMAT, ...versions]))
    .digest('hex')
    .slice(0, 16)
}
