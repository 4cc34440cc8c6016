/** A file as the body of an answer, which tells when it is sent, or when nobody takes it any more. */
import type { FileHandle } from 'node:fs/promises'

const PIECE_BYTES = 64 * 1024

/**
 * Returns the stream of an open file, which it closes. `onEnd` is called once: after the last piece was taken, when the
 * reader went away, when the file cannot be read, or when no piece was taken for `stallMs`; `hangUp` ends the connection
 * then.
 */
export function sendFile(
  file: FileHandle,
  stallMs: number,
  { onEnd, hangUp }: { onEnd: () => Promise<void>; hangUp: () => void },
): ReadableStream<Uint8Array> {
  let timer: NodeJS.Timeout | undefined
  let hasEnded = false
  const end = async () => {
    clearTimeout(timer)
    if (hasEnded) return
    hasEnded = true
    try {
      await file.close()
    } finally {
      await onEnd()
    }
  }
  const watch = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      hangUp()
      void end()
    }, stallMs)
  }
  return new ReadableStream<Uint8Array>(
    {
      start: watch,
      async pull(controller) {
        watch()
        try {
          const { bytesRead, buffer } = await file.read({ buffer: new Uint8Array(PIECE_BYTES) })
          if (bytesRead > 0) return controller.enqueue(buffer.subarray(0, bytesRead))
          controller.close()
        } catch (error) {
          controller.error(error)
        }
        await end()
      },
      cancel: end,
    },
    { highWaterMark: 0 }, // a piece is read when it is asked for, so that a reader who stops is noticed
  )
}
