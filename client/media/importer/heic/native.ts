import { toBitmap } from '../decode.ts'
import type { HeicDecoder } from './decoder.ts'

/** The browser's own decoder: Safari's reads HEIC, keeps its colours and turns it upright; the others refuse at once. */
export const nativeDecoder: HeicDecoder = {
  name: 'browser',
  async decode(blob) {
    const bitmap = await toBitmap(blob)
    if (!bitmap) throw new Error('this browser does not read HEIC')
    return bitmap
  },
}
