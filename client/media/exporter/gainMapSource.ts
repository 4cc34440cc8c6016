/** Paints the gain map of an export with the scene that paints the exported image. */
import type { Size } from '#client/kit/geometry/geometry.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { decodeGainMap, sharedMetadata } from '../gainmap/decodeGainMap.ts'
import type { Channels, GainMapMetadata } from '../gainmap/metadata.ts'
import type { StoredGainMap } from '../gainmap/readGainMap.ts'
import type { PicturePlan } from './exportSettings.ts'
import type { PictureGraphics } from './pictureLayers.ts'
import { editPixels, frameSource, type PixelSource } from './pixelSource.ts'

/** The gain map of an export, which occupies GPU resources until `destroy` is called. */
export interface OpenedGainMap {
  /** The gain map. Its sides are half of the image's sides, rounded up. */
  source: PixelSource
  metadata: GainMapMetadata
  destroy(): void
}

/** The image that the gain map belongs to. */
interface MappedPicture extends PicturePlan {
  doc: DocumentSnapshot
  /** Size of the image without margins in output px. */
  size: Size
  graphics: Pick<PictureGraphics, 'createPainter'>
}

/** The gain maps of the photo and the background image. Null for an image without a gain map. */
interface StoredGainMaps {
  photo: StoredGainMap | null
  image: StoredGainMap | null
}

/**
 * Opens the gain map of an export. Resolves with null if neither the photo nor the background image has a gain map, if
 * the frame doesn't contain a pixel of the map, or if a map is damaged, which is logged.
 */
export async function openGainMap(
  stored: StoredGainMaps,
  { doc, scale, size, frame, graphics }: MappedPicture,
): Promise<OpenedGainMap | null> {
  const [across, down] = [pxWithin(frame.x, frame.width, size.width), pxWithin(frame.y, frame.height, size.height)]
  if (across.count < 1 || down.count < 1) return null
  const decoded = await decodeMaps(stored, doc).catch((reason: unknown) => {
    console.info('the gain map of the photo was ignored:', reason)
    return null
  })
  if (!decoded) return null
  const { maps, metadata, zero } = decoded
  const part = { x: across.start, y: down.start, width: across.length, height: down.length }
  const painter = await graphics.createPainter(doc, scale, {
    maps,
    part,
    size: { width: across.count, height: down.count },
  })
  const whole = { x: -across.first, y: -down.first, width: across.all, height: down.all }
  return {
    source: opaqueGain(frameSource({ ...painter, opaque: false, colorSpace: 'srgb' }, whole), zero),
    metadata,
    destroy() {
      painter.destroy()
      for (const { bitmap } of maps.values()) bitmap.close()
    },
  }
}

/**
 * Returns the pixels along one side of the gain map whose centers lie within the image. All other pixels of this side
 * lie in margins. Result: `all`, the side's number of pixels; `first` and `count`, the pixels within the image; `start`
 * and `length`, the part of the image that these pixels cover. Parameters: start (`from`) and `length` of the exported
 * rectangle, and the image's side (`room`). All lengths are output px.
 */
function pxWithin(from: number, length: number, room: number) {
  const all = Math.ceil(length / 2)
  const step = length / all
  const first = Math.max(0, Math.ceil(-from / step - 0.5))
  const count = Math.min(all, Math.floor((room - from) / step + 0.5)) - first
  return { all, first, count, start: from + first * step, length: count * step }
}

async function decodeMaps({ photo, image }: StoredGainMaps, doc: DocumentSnapshot) {
  const { backdrop } = doc
  const own = photo?.metadata ?? image?.metadata
  if (!doc.photo || !own) return null
  const shared = photo && image ? sharedMetadata(photo.metadata, image.metadata) : own
  const first = await decodeGainMap(photo, doc.photo, shared)
  const maps = new Map([[doc.photo.asset, first.asset]])
  if (image && backdrop.type === 'image') maps.set(backdrop.asset, (await decodeGainMap(image, backdrop, shared)).asset)
  return { ...first, maps }
}

/**
 * Returns a painted gain map as an opaque image. Fills transparent pixels with gain 0. `source`: premultiplied. `zero`:
 * the byte of gain 0 per channel.
 */
function opaqueGain(source: PixelSource, zero: Channels): PixelSource {
  const fill = (pixels: Uint8Array) => {
    for (let i = 0; i < pixels.length; i += 4) {
      const missing = 255 - (pixels[i + 3] as number)
      if (missing === 0) continue
      for (let c = 0; c < 3; c++)
        pixels[i + c] = Math.round((pixels[i + c] as number) + (missing * (zero[c] as number)) / 255)
      pixels[i + 3] = 255
    }
  }
  return { ...editPixels(source, fill), opaque: true }
}
