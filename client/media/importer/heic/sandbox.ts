/** Runs a decoder's script in the sandboxed document (`server/contract/pages/heicSandbox.ts`). */
import { buildRevision } from '#client/kit/browser/page.ts'
import {
  HEIC_SANDBOX_FLAGS,
  HEIC_SANDBOX_PATH,
  type SandboxRequest,
  type SandboxResponse,
} from '#server/contract/pages/heicSandbox.ts'

/** Limits for aborting a decoder. On a slow device, a valid photo may need minutes. */
export interface DecodingLimits {
  /**
   * The decoder is aborted after this number of idle reports, because it will never return a result. The decoder's
   * thread sends one report per second. On an overloaded machine, an idle thread may report late and appear busy. A
   * busy report therefore lowers the count only by 1.
   */
  idleReports: number
  /**
   * Maximum time without a report, ms. Also limits the time that the sandbox may take to load. Time counts only while
   * this page's own timers run, because a page that computes receives no reports.
   */
  silenceMs: number
  /** Maximum total time, ms. A malicious file could keep a decoder running forever. */
  totalMs: number
}

/**
 * Returns limits for a photo of this many bytes. A machine with ten busy programs per core needs a minute to start the
 * decoder, and another minute to decode 12 megapixels.
 */
const limitsOf = (bytes: number): DecodingLimits => ({
  idleReports: 60,
  silenceMs: 120_000,
  totalMs: Math.min(1_200_000, 300_000 + 60_000 * (bytes / 1e6)),
})

/** Thrown when a decoder is idle but has not returned a result. */
class NoProgress extends Error {}
/** Thrown when a decoder has run and reports that it can't read the file. */
export class DecoderError extends Error {}

/** Interval between two checks whether the sandbox is silent, ms. */
const TICK_MS = 1000

export interface SandboxOptions {
  limits?: DecodingLimits
  /** Receives the photo's thumbnail, a file of the requested type. */
  onPreview?: ((preview: Blob) => void) | undefined
}

/** Works like `decodeInSandbox`, but tries an idle decoder a second time, in a new document with new workers. */
export const decodeWithRetry: typeof decodeInSandbox = (request, signal, options) =>
  decodeInSandbox(request, signal, options).catch((reason) => {
    if (!(reason instanceof NoProgress) || signal.aborted) throw reason
    return decodeInSandbox(request, signal, options)
  })

/**
 * Runs the decoder's script in the sandbox. Resolves with a file of the requested type. Rejects with the decoder's
 * error, on abort, or at a limit. Rejects with `NoProgress` if the decoder is idle.
 */
export function decodeInSandbox(
  request: SandboxRequest,
  signal: AbortSignal,
  { limits = limitsOf(request.bytes.byteLength), onPreview }: SandboxOptions = {},
): Promise<Blob> {
  const frame = document.createElement('iframe')
  const { port1, port2 } = new MessageChannel()
  const ends = AbortSignal.any([signal, AbortSignal.timeout(limits.totalMs)])
  let counting: ReturnType<typeof setInterval> | undefined
  return new Promise<Blob>((resolve, reject) => {
    let [idleReports, silentMs] = [0, 0]
    const tickMs = Math.min(TICK_MS, limits.silenceMs)
    counting = setInterval(() => {
      silentMs += tickMs
      if (silentMs >= limits.silenceMs) reject(new Error('the HEIC sandbox does not respond'))
    }, tickMs)
    ends.addEventListener('abort', () => reject(ends.reason))
    port1.onmessage = ({ data }: MessageEvent<SandboxResponse | null>) => {
      silentMs = 0
      if (typeof data !== 'object' || data === null) reject(new Error('the sandbox sent no object'))
      else if ('isBusy' in data) {
        idleReports = Math.max(0, idleReports + (data.isBusy ? -1 : 1))
        if (idleReports >= limits.idleReports) reject(new NoProgress('the decoder has stopped without a result'))
      } else if ('picture' in data && data.picture instanceof ArrayBuffer)
        resolve(new Blob([data.picture], { type: request.type }))
      else if ('preview' in data && data.preview instanceof ArrayBuffer)
        onPreview?.(new Blob([data.preview], { type: request.type }))
      else reject(new DecoderError('error' in data ? String(data.error) : 'the decoder gave no picture'))
    }
    // The target '*' is needed, because the sandbox has an opaque origin. The message contains only the user's photo
    // and a public script.
    const send = () => frame.contentWindow?.postMessage({ ...request, wantsProgress: true }, '*', [port2])
    frame.addEventListener('load', send, { once: true })
    frame.setAttribute('sandbox', HEIC_SANDBOX_FLAGS)
    frame.hidden = true
    // A service worker can't serve a sandboxed frame. Offline, the browser's HTTP cache serves the frame. The revision
    // in the URL selects the current version.
    frame.src = `${HEIC_SANDBOX_PATH}?${buildRevision() ?? ''}`
    document.body.append(frame)
  }).finally(() => {
    clearInterval(counting)
    port1.close()
    frame.remove()
  })
}
