/**
 * The script of the caged document. The decoders are large, old C++ in a wrapper that needs eval, fed with a stranger's
 * file; here they have no network and nothing but that file.
 */
import { loadHeic2any } from './heic2any.ts'
import type { CageAnswer, CageOrder } from './protocol.ts'

/** High enough that one more generation shows in no picture, and a 12 MP photo stays below 10 MB. */
const JPEG_QUALITY = 0.95

addEventListener('message', ({ data, origin, ports: [port] }: MessageEvent<CageOrder>) => {
  if (origin !== location.origin || !port) return
  const answer = (message: CageAnswer) => port.postMessage(message)
  convert(data).then(
    (picture) => answer({ picture }),
    (reason: unknown) => answer({ error: describe(reason) }),
  )
})

async function convert({ decoder, blob, type, isFullRange }: CageOrder): Promise<Blob> {
  switch (decoder) {
    case 'heic2any': {
      const heic2any = await loadHeic2any(isFullRange)
      const converted = await heic2any({ blob, toType: type, quality: JPEG_QUALITY })
      return Array.isArray(converted) ? (converted[0] as Blob) : converted // a list only if asked for
    }
    case 'heic-to': {
      const { heicTo } = await import('heic-to/csp')
      return heicTo({ blob, type, quality: JPEG_QUALITY })
    }
  }
}

/** heic2any rejects with `{ code, message }`, not with an Error. */
function describe(reason: unknown): string {
  if (typeof reason === 'object' && reason !== null && 'message' in reason) return String(reason.message)
  return String(reason)
}
