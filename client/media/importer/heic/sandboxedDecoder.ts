import { buildRevision } from '#client/kit/base/page.ts'
import { loadOnce } from '#client/kit/base/scheduling.ts'
import {
  HEIC_SANDBOX_FLAGS,
  HEIC_SANDBOX_PATH,
  type SandboxRequest,
  type SandboxResponse,
} from '#server/contract/heicSandbox.ts'
import type { HeicDecoder } from '../importer.ts'
import { embedOrientation, embedProfile, profileToEmbed } from './embedProfile.ts'

/** Limits after which a decoder is aborted. On a slow device, a valid photo may need minutes. */
export interface DecodingLimits {
  /**
   * Number of idle reports after which the decoder is aborted, because an idle decoder without a result never returns a
   * result. The decoder's thread sends one report per second. On an overloaded machine an idle thread may report late
   * and appear busy. A busy report therefore lowers the count only by 1.
   */
  idleReports: number
  /** Maximum time without a report, ms. Also limits the time that the sandbox may take to load. */
  silenceMs: number
  /** Maximum total time, ms. A malicious file may make a decoder compute endlessly. */
  totalMs: number
}

/**
 * Returns limits for a photo of this file size. The total is at least 40 times the duration on two slow cores, and 3 to
 * 10 minutes, because a busy machine needs more than a minute to start the decoder.
 */
const limitsOf = ({ size }: Blob): DecodingLimits => ({
  idleReports: 30,
  silenceMs: 30_000,
  totalMs: Math.min(600_000, 180_000 + 60_000 * (size / 1e6)),
})
/** The maximum quality. At lower qualities, Chromium halves the chroma resolution, which blurs coloured edges. */
const JPEG_QUALITY = 1

/**
 * Returns a decoder that runs a library in a sandboxed document. The document and its threads end after decoding. The
 * result has the photo's colour space and profile. It is a PNG if the photo is transparent, or if the browser's canvas
 * cannot write 4:4:4 JPEGs. Otherwise it is a JPEG.
 */
export const sandboxedDecoder = (library: DecoderLibrary): HeicDecoder => ({
  name: library,
  async decode(blob, signal, meta) {
    const hasAlpha = meta?.hasAlpha ?? false
    if (hasAlpha && library === 'heic2any') throw new Error('heic2any drops transparency')
    const type = hasAlpha || !(await canvasWritesJpeg444()) ? 'image/png' : 'image/jpeg'
    const decoder = await decoderSource(library, meta?.isFullRange ?? true)
    signal.throwIfAborted()
    const request = { decoder, blob, type, quality: JPEG_QUALITY } as const
    const picture = await decodeInSandbox(request, signal).catch((reason) => {
      if (!(reason instanceof NoProgress) || signal.aborted) throw reason
      // Tries once more. Each call creates a new document, in which the library may start workers again.
      return decodeInSandbox(request, signal)
    })
    const profile = meta && profileToEmbed(meta)
    const coloured = profile ? await embedProfile(picture, profile) : picture
    return meta && meta.orientation > 1 ? embedOrientation(coloured, meta.orientation) : coloured
  },
})

/** Thrown when a decoder is idle but has not returned a result. */
class NoProgress extends Error {}

/**
 * Runs the decoder's script in the sandbox. Rejects with the decoder's error, on abort, or at a limit. Rejects with
 * `NoProgress` if the decoder is idle.
 */
export function decodeInSandbox(
  request: SandboxRequest,
  signal: AbortSignal,
  limits = limitsOf(request.blob),
): Promise<Blob> {
  const frame = document.createElement('iframe')
  const { port1, port2 } = new MessageChannel()
  const ends = AbortSignal.any([signal, AbortSignal.timeout(limits.totalMs)])
  let silence: ReturnType<typeof setTimeout> | undefined
  return new Promise<Blob>((resolve, reject) => {
    let idleReports = 0
    const restartSilence = () => {
      clearTimeout(silence)
      silence = setTimeout(() => reject(new Error('the HEIC sandbox does not respond')), limits.silenceMs)
    }
    restartSilence()
    ends.addEventListener('abort', () => reject(ends.reason))
    port1.onmessage = ({ data }: MessageEvent<SandboxResponse | null>) => {
      if (typeof data !== 'object' || data === null) reject(new Error('the sandbox sent no object'))
      else if ('isBusy' in data) {
        restartSilence()
        idleReports = Math.max(0, idleReports + (data.isBusy ? -1 : 1))
        if (idleReports >= limits.idleReports) reject(new NoProgress('the decoder has stopped without a result'))
      } else if ('picture' in data && data.picture instanceof Blob) resolve(data.picture)
      else reject(new Error('error' in data ? String(data.error) : 'the decoder gave no picture'))
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
    clearTimeout(silence)
    port1.close()
    frame.remove()
  })
}

type DecoderLibrary = 'heic2any' | 'heic-to'

/**
 * Loads the script of a decoder library as text, because the library runs only in the sandbox. Patches heic2any's
 * script for images of full range.
 */
async function decoderSource(decoder: DecoderLibrary, isFullRange: boolean): Promise<string> {
  if (decoder === 'heic-to') return `${(await import('heic-to/iife?raw')).default}\nmodule.exports = HeicTo`
  const { default: source } = await import('heic2any/dist/heic2any.js?raw')
  return isFullRange ? patchHeic2any(source) : source // the library is a UMD module that exports one function
}

/**
 * Pairs of the library's formula and the formula for full range (ITU-T T.871, 7). `A` is luma, `r` is Cr, `e` is Cb.
 */
const PATCHES = [
  ['A=1.164*(k[t+f]-16)', 'A=k[t+f]'],
  [
    '=A+1.596*r,v[1+(c<<2)]=A-.813*r-.391*e,v[2+(c<<2)]=A+2.018*e',
    '=A+1.402*r,v[1+(c<<2)]=A-.714136*r-.344136*e,v[2+(c<<2)]=A+1.772*e',
  ],
] as const

/**
 * Returns the script of heic2any 0.0.4 with the colour formula for full range. The library treats every image as
 * limited range (16..235), but phones write full range. Without the patch, contrast rises by a sixth and values above
 * 235 become white. The patch replaces the formula in the script's text.
 * @throws for another version of the library
 */
export function patchHeic2any(source: string): string {
  return PATCHES.reduce((text, [wrong, right]) => {
    if (!text.includes(wrong)) throw new Error('the patches do not fit this version of heic2any')
    return text.replaceAll(wrong, right)
  }, source)
}

/** Side of the image that the check of the canvas encodes, px. */
const CHECK_SIDE = 16
/** Markers of baseline and progressive frames. */
const START_OF_FRAME = [0xc0, 0xc2]
const SAMPLING_FACTORS = 11
const ONE_BY_ONE = 0x11

/**
 * Resolves with true if the browser's canvas writes JPEGs at maximum quality without chroma subsampling (4:4:4).
 * Resolves with false if the canvas subsamples chroma or the check fails. Caches the result.
 */
export const canvasWritesJpeg444 = loadOnce(() => tryCanvas().catch(() => false))

async function tryCanvas(): Promise<boolean> {
  const canvas = new OffscreenCanvas(CHECK_SIDE, CHECK_SIDE)
  if (!canvas.getContext('2d')) return false
  const file = await canvas.convertToBlob({ type: 'image/jpeg', quality: 1 })
  const bytes = new Uint8Array(await file.arrayBuffer())
  const frame = bytes.findIndex((byte, i) => byte === 0xff && START_OF_FRAME.includes(bytes[i + 1] ?? 0))
  return frame > 0 && bytes[frame + SAMPLING_FACTORS] === ONE_BY_ONE // sampling factors: ITU-T T.81, B.2.2
}
