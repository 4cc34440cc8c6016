import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'

const TEMPLATES = join(import.meta.dirname, '../../client/engine/template/built-in')

/** Returns the path and fragment of a design link that contains a built-in template. */
export const designLinkOf = (id: string): string =>
  `/custom-editor#design=1${deflateRawSync(readFileSync(join(TEMPLATES, `${id}.json`))).toString('base64url')}`
