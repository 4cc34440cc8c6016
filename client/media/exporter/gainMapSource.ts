/** Paints the gain map of an export through the same scene as its picture. */
import type { Rect, Size } from '#client/kit/base/geometry.ts'
import { scaleRect } from '#client/kit/base/rect.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { decodeGainMap } from '../gainmap/decodeGainMap.ts'
import type { Channels, GainMapMetadata } from '../gainmap/metadata.ts'
import type { StoredGainMap } from '../gainmap/readGainMap.ts'
import type { PictureGraphics } from './pictureLayers.ts'
import { frameSource, type PixelSource } from './pixelSource.ts'

/** The gain map of an export, which holds GPU resources until `destroy` is called. */
export interface OpenedGainMap {
  /** The map, half the picture's size, rounded up. */
  source: PixelSource
  metadata: GainMapMetadata
  destroy(): void
}

/** The plan of the picture to which the map belongs. */
interface PicturePlan {
  doc: DocumentSnapshot
  /** Output px of the picture per document px. */
  scale: number
  /** Size of the picture without margins, output px. */
  size: Size
  /** The exported rectangle, output px of the picture. */
  frame: Rect
  graphics: Pick<PictureGraphics, 'createPainter'>
}

/** Opens the map of an export. Resolves with null, and a note in the console, when the map is damaged. */
export async function openGainMap(
  stored: StoredGainMap,
  { doc, scale, size, frame, graphics }: PicturePlan,
): Promise<OpenedGainMap | null> {
  if (!doc.photo) return null
  const decoded = await decodeGainMap(stored, doc.photo).catch((reason: unknown) => {
    console.info('the gain map of the photo was ignored:', reason)
    return null
  })
  if (!decoded) return null
  const { asset, metadata, zero } = decoded
  // Without a crop, even numbers of px coincide with the px of a map that is painted at half size, in a quarter of the time.
  const isEven = [size.width, size.height, ...Object.values(frame)].every((px) => px % 2 === 0)
  const step = isEven && !doc.crop ? 1 : 2
  const painter = await graphics.createPainter(doc, (scale * step) / 2, asset)
  return {
    source: reducedGain(frameSource({ ...painter, colorSpace: 'srgb' }, scaleRect(frame, step / 2)), zero, step),
    metadata,
    destroy() {
      painter.destroy()
      asset.bitmap.close()
    },
  }
}

/** Number of pixels that are painted at once, as in one strip of the picture. */
const BAND_PIXELS = 1 << 19

/**
 * Returns a painted map reduced by `step`: the mean of 1 or 2 × 2 px. `source`: premultiplied; the alpha that is missing
 * stands for the gain 0, whose byte per channel is `zero`. The result is opaque.
 */
function reducedGain(source: PixelSource, zero: Channels, step: 1 | 2): PixelSource {
  const { width, height } = source.size
  const size = { width: Math.ceil(width / step), height: Math.ceil(height / step) }
  async function paintBand(region: Rect, into: Uint8Array) {
    const [x, y] = [step * region.x, step * region.y]
    const [across, along] = [Math.min(step * region.width, width - x), Math.min(step * region.height, height - y)]
    const pixels = await source.paint({ x, y, width: across, height: along })
    for (let row = 0, to = 0; row < region.height; row++)
      for (let column = 0; column < region.width; column++, to += 4) {
        const right = step * column + step - 1 < across ? 4 * (step - 1) : 0
        const down = step * row + step - 1 < along ? 4 * (step - 1) * across : 0
        const from = 4 * step * (row * across + column)
        const sum = (c: number) =>
          (pixels[from + c] as number) +
          (pixels[from + right + c] as number) +
          (pixels[from + down + c] as number) +
          (pixels[from + right + down + c] as number)
        const missing = 1 - sum(3) / 1020
        for (let c = 0; c < 3; c++) into[to + c] = Math.round(sum(c) / 4 + missing * (zero[c] as number))
        into[to + 3] = 255
      }
  }
  return {
    size,
    opaque: true,
    maxSide: Math.floor(source.maxSide / step),
    async paint(region, into = new Uint8Array(4 * region.width * region.height)) {
      const rows = Math.max(1, Math.floor(BAND_PIXELS / (step * step * region.width)))
      for (let y = 0; y < region.height; y += rows) {
        const band = { ...region, y: region.y + y, height: Math.min(rows, region.height - y) }
        await paintBand(band, into.subarray(4 * y * region.width))
      }
      return into
    },
  }
}
