/** Decodes HEIC images with libheif in the sandbox. */
import { cicpOf, PRIMARIES, primariesMatrix } from '#client/kit/pixels/color-space/colorSpace.ts'
import { BT_2020 } from '#client/kit/pixels/color-space/iccProfileOf.ts'
import type { HeicDecoder } from '../importer.ts'
import { areasOf, copyRows, decodeItem, type ItemToDecode, isNoise } from './decodeItem.ts'
import { encodedType, withProfile } from './encodedPicture.ts'
import type { HeicMeta } from './heicMeta.ts'
import { decodeWithRetry } from './sandbox.ts'
import {
  type HdrEncoding,
  highlightGains,
  lightOfCodes,
  nitsToPq,
  peakOf,
  pqToNits,
  srgbBytes,
  toneMap,
} from './toneMap.ts'

/** The functions that the decoder's script contains as source code, because a sandboxed script can't import modules. */
const FUNCTIONS = [
  ...[decodeItem, copyRows, isNoise, areasOf],
  ...[toneMap, lightOfCodes, pqToNits, nitsToPq, peakOf, highlightGains, srgbBytes],
]

/** Returns a script that decodes one item of a HEIC file in the sandbox. */
export async function libheifScript(what: ItemToDecode): Promise<string> {
  const { default: source } = await import('libheif-js/libheif-wasm/libheif-bundle.js?raw')
  return `${source}
${FUNCTIONS.map(String).join('\n')}
module.exports = async (job) => ${decodeItem.name}(await libheif(), job, ${JSON.stringify(what)})`
}

/** Decodes all HEIC files. HDR images (PQ and HLG) become SDR images in Display P3. */
export const libheifDecoder: HeicDecoder = {
  name: 'libheif',
  async decode(blob, signal, meta, onPreview) {
    if (typeof WebAssembly === 'undefined') throw new Error('this browser has no WebAssembly')
    const hdr = meta && hdrOf(meta)
    const hasAlpha = meta?.hasAlpha ?? true
    const [type, decoder] = await Promise.all([
      encodedType(hasAlpha),
      libheifScript({ item: null, hasAlpha, thumbnail: meta?.thumbnailItem ?? null, hdr, curve: null }),
    ])
    signal.throwIfAborted()
    const request = { decoder, bytes: await blob.arrayBuffer(), type, quality: 1 } as const
    const picture = await decodeWithRetry(request, signal, { onPreview })
    if (!meta) return picture
    return withProfile(picture, hdr ? { ...meta, profile: null, cicp: cicpOf('display-p3') } : meta)
  },
}

/** Code points of transfer functions (ITU-T H.273, table 3). */
const TRANSFERS: Readonly<Record<number, HdrEncoding['transfer']>> = { 16: 'pq', 18: 'hlg' }
/** Code points of primaries (ITU-T H.273, table 2). */
const [BT_709, DISPLAY_P3] = [1, 12]

/** Returns the encoding of an HDR image, or null for an SDR image. */
function hdrOf({ cicp }: HeicMeta): HdrEncoding | null {
  const transfer = cicp && TRANSFERS[cicp.transfer]
  if (!transfer) return null
  const named = cicp.primaries === BT_709 ? 'srgb' : cicp.primaries === DISPLAY_P3 ? 'display-p3' : null
  return { transfer, matrix: primariesMatrix(named ? PRIMARIES[named] : BT_2020, PRIMARIES['display-p3']) }
}
