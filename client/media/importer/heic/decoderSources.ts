/** The scripts of the decoder libraries as text: they run in the sandbox only. */
import { patchHeic2any } from './patchHeic2any.ts'

/** An npm package that decodes HEIC. */
export type DecoderLibrary = 'heic2any' | 'heic-to'

/** Loads the script of a decoder library as text; heic2any's is patched for pictures of full range. */
export async function decoderSource(decoder: DecoderLibrary, isFullRange: boolean): Promise<string> {
  switch (decoder) {
    case 'heic2any': {
      const { default: source } = await import('heic2any/dist/heic2any.js?raw')
      return isFullRange ? patchHeic2any(source) : source // an UMD module: its one export is the function
    }
    case 'heic-to': {
      const { default: source } = await import('heic-to/iife?raw')
      return `${source}\nmodule.exports = HeicTo`
    }
  }
}
