/** Encodes a truecolour PNG strip by strip. No canvas contains the whole picture, so no canvas size limit applies. */
import { err, ok, type Result } from '#client/kit/base/result.ts'
import type { PixelSource } from '../../pixelSource.ts'
import type { StripSetup } from '../../strips/createStripEncoder.ts'
import { type EncodersOfStrips, encodeInStrips } from '../../strips/encodeInStrips.ts'
import { planStrips } from '../../strips/paintStrips.ts'
import { StripEncoders } from '../../strips/stripEncoders.ts'
import type { ExportError, ExportOptions } from '../format.ts'
import compiled from './kernel/encodeStrip.ts?wasm'
import { joinPng, truecolourPngHead } from './pngContainer.ts'

export { pngWithSourceType } from '../../../gainmap/writeGainMap.ts'
export { encodePalettePng } from './palettePng.ts'

/**
 * Encodes a picture as a PNG of 8 bits per channel, with an alpha channel unless the picture is opaque. Fails with
 * 'aborted', 'context-lost' or 'encode-failed'.
 */
export async function encodePng(
  source: PixelSource,
  options: ExportOptions,
  createEncoders = (setup: StripSetup, strips: number): EncodersOfStrips => new StripEncoders(setup, strips),
): Promise<Result<Blob, ExportError>> {
  if (options.signal.aborted) return err('aborted')
  const code = wasmModule()
  if (!code) return err('encode-failed')
  const { size, opaque, maxSide, colorSpace } = source
  const strips = planStrips(size, maxSide)
  const encoded = await encodeInStrips(source, strips, createEncoders({ code, opaque }, strips.length), options)
  if (!encoded.ok) return encoded
  return ok(new Blob(joinPng(truecolourPngHead(size, opaque, colorSpace), encoded.value), { type: 'image/png' }))
}

/** All workers and exports of the page share one module, so the browser optimises the code once. */
let code: WebAssembly.Module | null | undefined

/** Returns the compiled kernel; null if the browser has no memory for its code. */
export function wasmModule(): WebAssembly.Module | null {
  try {
    code ??= new WebAssembly.Module(compiled)
  } catch {
    code = null
  }
  return code
}
