/** Checks of workers, WebAssembly SIMD and shared memory. */

/** A worker that has not answered by then has failed, ms; it loads nothing but itself. */
const PATIENCE_MS = 20_000

/** Null when no worker starts, else whether WebGL 2 works in one. */
export function askWorker(): Promise<boolean | null> {
  return new Promise<boolean | null>((resolve) => {
    const worker = new Worker(new URL('./threads.worker.ts', import.meta.url), { type: 'module', name: 'self-check' })
    const end = (answer: boolean | null) => {
      worker.terminate()
      resolve(answer)
    }
    worker.onmessage = ({ data }: MessageEvent<boolean>) => end(data)
    worker.onerror = () => end(null)
    AbortSignal.timeout(PATIENCE_MS).addEventListener('abort', () => end(null))
  })
}

/** `() => i8x16.splat(0)` with a popcnt: the smallest module that needs vectors (WebAssembly 2.0, 5.4.7). */
const VECTORS = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]

export const hasVectors = (): boolean =>
  typeof WebAssembly !== 'undefined' && WebAssembly.validate(Uint8Array.from(VECTORS))

/** Whether `SharedArrayBuffer` works. A page has it only when its server sends the headers of cross-origin isolation. */
export const sharesMemory = (): boolean => typeof SharedArrayBuffer !== 'undefined' && globalThis.crossOriginIsolated
