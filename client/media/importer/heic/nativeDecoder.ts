import { toBitmap } from '../decode.ts'
import type { HeicDecoder } from './heicDecoder.ts'

/** The browser's own decoder. Only Safari decodes HEIC; it converts the colours and applies the orientation. */
export const nativeDecoder: HeicDecoder = {
  name: 'browser',
  async decode(blob) {
    const bitmap = await toBitmap(blob)
    if (!bitmap) throw new Error('this browser does not read HEIC')
    return bitmap
  },
}
