import { callOnce, openWorker } from '../callWorker.ts'
import type { SelfCheckWorker } from './threads.worker.ts'

/** Time limit for the worker's answer, ms. The worker loads only its own script. */
const PATIENCE_MS = 20_000

/** Starts a worker and returns whether WebGL 2 works in it. Null when no worker starts within 20 s. */
export const probeWorker = (): Promise<boolean | null> =>
  callOnce(startWorker, 'hasWebgl2', [], { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null)

const startWorker = () =>
  openWorker<SelfCheckWorker>(
    new Worker(new URL('./threads.worker.ts', import.meta.url), { type: 'module', name: 'self-check' }),
  )

/** The smallest module that needs SIMD: `() => i8x16.splat(0)`, then i8x16.popcnt (WebAssembly 2.0, 5.4.7). */
const VECTORS = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]

/** Returns true when the browser accepts WebAssembly with SIMD instructions. */
export const hasVectors = (): boolean =>
  typeof WebAssembly !== 'undefined' && WebAssembly.validate(Uint8Array.from(VECTORS))

/** Returns true when `SharedArrayBuffer` works. It requires the HTTP headers of cross-origin isolation. */
export const sharesMemory = (): boolean => typeof SharedArrayBuffer !== 'undefined' && globalThis.crossOriginIsolated
