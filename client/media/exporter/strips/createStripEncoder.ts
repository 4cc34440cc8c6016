import { createJpegStripEncoder } from '../formats/jpeg/jpegStrip.ts'
import { createPngStripEncoder } from '../formats/png/pngStrip.ts'
import type { EncodeStrip } from './paintStrips.ts'

/**
 * The format of the strips: PNG or JPEG. `code`: the compiled encoder of the format. `opaque`: the PNG has no alpha
 * channel. `quality`: JPEG quality, 1..100.
 */
export type StripSetup = { code: WebAssembly.Module } & ({ opaque: boolean } | { quality: number })

/** Creates an encoder for the calling thread. @throws RangeError when the browser runs out of memory */
export const createStripEncoder = (setup: StripSetup): EncodeStrip =>
  'quality' in setup
    ? createJpegStripEncoder(setup.code, setup.quality)
    : createPngStripEncoder(setup.code, setup.opaque)
