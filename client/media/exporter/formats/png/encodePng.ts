/** Encodes a truecolour PNG strip by strip. No canvas holds the whole picture, so no canvas size limit applies. */
import { err, ok, type Result } from '#client/kit/base/result.ts'
import type { PixelSource } from '../../pixelSource.ts'
import { encodeInStrips } from '../../strips/encodeInStrips.ts'
import { planStrips } from '../../strips/paintStrips.ts'
import { createStripEncoders, type StripEncoders } from '../../strips/stripEncoders.ts'
import type { ExportError, ExportOptions } from '../format.ts'
import { encodeTruecolourPng } from './deflatePng.ts'
import compiled from './kernel/encodeStrip.ts?wasm'
import { combineAdler32, pngTail, truecolourPngHead, zlibHeaderChunk } from './pngContainer.ts'
import { createPngStripEncoder, type EncodedPngStrip, type PngStrip } from './pngStrip.ts'

export { encodePalettePng } from './deflatePng.ts'

/** Creates the encoders for a picture of `strips` strips. */
type StartEncoders = (strips: number) => StripEncoders<PngStrip, EncodedPngStrip>

/**
 * Encodes a picture as a PNG of 8 bits per channel, with alpha unless the picture is opaque. Fails with 'aborted',
 * 'context-lost' or 'encode-failed'. `startEncoders`: null = the browser's own deflate encodes on this thread.
 */
export async function encodePng(
  painter: PixelSource,
  options: ExportOptions,
  startEncoders: StartEncoders | null = wasmModule() && createPngEncoders,
): Promise<Result<Blob, ExportError>> {
  if (options.signal.aborted) return err('aborted')
  if (!startEncoders) return encodeTruecolourPng(painter, options)
  const { size, opaque, maxSide, colorSpace } = painter
  const strips = planStrips(size, maxSide)
  const encoded = await encodeInStrips(
    painter,
    strips,
    startEncoders(strips.length),
    ({ strip, rgba, above }) => ({ width: size.width, rows: strip.rows, rgba, above, opaque }),
    options,
  )
  if (!encoded.ok) return encoded
  const adler = encoded.value.reduce((sum, piece) => combineAdler32(sum, piece.adler, piece.length), 1)
  const head = [truecolourPngHead(size, opaque, colorSpace), zlibHeaderChunk()]
  const chunks = encoded.value.map(({ chunk }) => chunk)
  return ok(new Blob([...head, ...chunks, pngTail(adler)], { type: 'image/png' }))
}

/** One module for all workers and exports of the page, so the browser optimises it once. */
let code: WebAssembly.Module | null | undefined

/** Returns the compiled kernel; null in a browser without WebAssembly SIMD, or without memory for code. */
export function wasmModule(): WebAssembly.Module | null {
  try {
    code ??= new WebAssembly.Module(compiled)
  } catch {
    code = null
  }
  return code
}

/** Creates the encoders for a picture of `strips` strips, in workers if the browser starts them. */
export const createPngEncoders = (strips: number, startWorker = startPngWorker): ReturnType<StartEncoders> =>
  createStripEncoders({ startWorker, createEncoder: createEncoderHere, code: wasmModule }, strips)

const startPngWorker = () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'png' })

/** Creates the encoder of a strip for this thread. @throws Error without WebAssembly SIMD */
export function createEncoderHere() {
  const module = wasmModule()
  if (!module) throw new Error('no WebAssembly SIMD')
  return createPngStripEncoder(module)
}
