/** Chooses the encoder of a strip: the WebAssembly kernel, or the TypeScript fallback, which makes the same bytes. */

import { encodePngStrip } from './fallback/encodePngStrip.ts'
import compiled from './kernel/encodeStrip.ts?wasm'
import type { EncodePngStrip } from './pngStrip.ts'
import { createWasmStripEncoder } from './wasmStripEncoder.ts'

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

/** Creates the encoder of a strip. With `code` null it is the TypeScript fallback: the same bytes, but slower. */
export const createStripEncoder = (code = wasmModule()): EncodePngStrip =>
  code ? createWasmStripEncoder(code) : encodePngStrip
