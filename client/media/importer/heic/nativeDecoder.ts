import { toBitmap } from '../decode.ts'
import type { HeicDecoder } from './heicDecoder.ts'

/** The browser's own decoder. Safari's reads HEIC, converts its colours and applies its orientation; the others refuse. */
export const nativeDecoder: HeicDecoder = {
  name: 'browser',
  async decode(blob) {
    const bitmap = await toBitmap(blob)
    if (!bitmap) throw new Error('this browser does not read HEIC')
    return bitmap
  },
}
