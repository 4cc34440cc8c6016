/** The decoders as texts: they become code in the cage only. */
import { mend } from './heic2any.ts'

export type CagedDecoder = 'heic2any' | 'heic-to'

export async function libraryOf(decoder: CagedDecoder, isFullRange: boolean): Promise<string> {
  switch (decoder) {
    case 'heic2any': {
      const { default: source } = await import('heic2any/dist/heic2any.js?raw')
      return isFullRange ? mend(source) : source // an UMD module: its one export is the function
    }
    case 'heic-to': {
      const { default: source } = await import('heic-to/iife?raw')
      return `${source}\nmodule.exports = HeicTo`
    }
  }
}
