import { createJpegStripEncoder } from '../formats/jpeg/jpegStrip.ts'
import { createPngStripEncoder } from '../formats/png/pngStrip.ts'
import type { EncodeStrip } from './paintStrips.ts'

/** The format of a picture. `code`: the compiled PNG encoder. `opaque`: the PNG gets no alpha channel. */
export type StripSetup = { code: WebAssembly.Module; opaque: boolean } | { quality: number }

/** Creates an encoder in the calling thread. @throws RangeError when the browser has no memory left */
export const createStripEncoder = (setup: StripSetup): EncodeStrip =>
  'quality' in setup ? createJpegStripEncoder(setup.quality) : createPngStripEncoder(setup.code, setup.opaque)
