/** The encoder of a strip: compiled, or its twin in plain TypeScript where WebAssembly is refused. */

import { encodePlainly } from './fallback/encodePngStrip.ts'
import compiled from './kernel/strip.ts?wasm'
import type { EncodeStrip } from './pngStrip.ts'
import { createCompiled } from './wasmStripEncoder.ts'

/** One for all threads and exports of the page: what the browser learns of its speed is learnt once. */
let code: WebAssembly.Module | null | undefined

/** `null` in a browser without vectors, or without memory for code. */
export function kernelCode(): WebAssembly.Module | null {
  try {
    code ??= new WebAssembly.Module(compiled)
  } catch {
    code = null
  }
  return code
}

/** Without `code` in plain TypeScript: the same bytes, only later. */
export const createStripEncoder = (code = kernelCode()): EncodeStrip => (code ? createCompiled(code) : encodePlainly)
