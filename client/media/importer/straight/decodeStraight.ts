/** A file → its pixels by decoders of our own, for engines whose bitmaps are multiplied by their alpha. */
import type { Straight } from './straight.ts'
import type { DecodeAnswer, DecodeOrder } from './worker.ts'

/** Null when it cannot be read, or the signal says stop. */
export function decodeStraight(order: DecodeOrder, signal: AbortSignal): Promise<Straight | null> {
  return new Promise<Straight | null>((resolve) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'straight' })
    const end = (picture: Straight | null) => {
      signal.removeEventListener('abort', stop)
      worker.terminate()
      resolve(picture)
    }
    const stop = () => end(null)
    signal.addEventListener('abort', stop)
    worker.onmessage = ({ data }: MessageEvent<DecodeAnswer>) => {
      if ('error' in data) console.info(`${order.type} was not read by our own decoder: ${data.error}`)
      end('error' in data ? null : data)
    }
    worker.onerror = stop
    worker.postMessage(order)
    if (signal.aborted) stop()
  })
}
