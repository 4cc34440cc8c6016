import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Counts up when the pictures are made otherwise from the same packages. */
const FORMAT = 1

/** Names the folder of the pictures after the versions that they are made from, so that they can be cached for ever. */
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
