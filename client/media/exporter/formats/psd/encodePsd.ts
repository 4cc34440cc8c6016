import { latin, uint16, uint32 } from '#client/kit/bytes/bytes.ts'
import { EMPTY_RECT, type Rect, type Size } from '#client/kit/geometry/geometry.ts'
import { iccProfileOf } from '#client/kit/pixels/color-space/iccProfileOf.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import type { BlendMode } from '#shaders/blend/modes.ts'
import { exifBlock, type PhotoDetails } from '../../../file/exif.ts'
import { editPixels, frameSource, type LayerSource, type PixelSource } from '../../pixelSource.ts'
import { alphaBounds } from '../../strips/paintStrips.ts'
import type { ExportError, ExportOptions } from '../format.ts'
import { type PackedPlane, packPlanes, solidPlane } from './packPlanes.ts'

/**
 * Encodes a PSD that contains the merged image and each of `source.layers`, cropped to its visible pixels. Holds only
 * one strip of one layer in memory. Fails with 'aborted', 'context-lost', or 'too-large' for files above 2 GiB.
 */
export async function encodePsd(source: PixelSource, options: ExportOptions): Promise<Result<Blob, ExportError>> {
  const { signal } = options
  const sources = source.layers ?? []
  const share = (part: number): ExportOptions => ({
    signal,
    onProgress: (fraction) => options.onProgress?.((part + fraction) / (sources.length + 1)),
  })
  const layers: PsdLayer[] = []
  for (const [i, layer] of sources.entries()) {
    const packed = await packLayer(layer, share(i))
    if (!packed.ok) return packed
    layers.push(packed.value)
  }
  const merged = await packPlanes(source.opaque ? source : mattedWithWhite(source), share(sources.length))
  if (!merged.ok) return merged
  const file = psdFile({
    size: source.size,
    layers,
    merged: source.opaque ? merged.value.slice(0, 3) : merged.value,
    details: source.photoData?.details ?? {},
    profile: source.colorSpace && source.colorSpace !== 'srgb' ? iccProfileOf(source.colorSpace) : null,
  })
  return file ? ok(file) : err('too-large')
}

async function packLayer(layer: LayerSource, options: ExportOptions): Promise<Result<PsdLayer, ExportError>> {
  const { name, isHidden, opacity, blendMode } = layer
  const painted = await layer.open()
  try {
    const found = await alphaBounds(painted, options.signal)
    if (!found.ok && found.error === 'no-subject')
      return ok({ name, isHidden, opacity, blendMode, bounds: EMPTY_RECT, channels: [] })
    if (!found.ok) return found
    const bounds = found.value
    const below = await layer.openUnmasked?.()
    try {
      const part = frameSource(painted, bounds)
      const planes = await packPlanes(below ? filledFrom(frameSource(below, bounds), part) : part, options)
      if (!planes.ok) return planes
      const [red, green, blue, alpha] = planes.value
      if (!red || !green || !blue || !alpha) return err('encode-failed')
      const colors = [red, green, blue].map((plane, id) => ({ id, plane }))
      const transparency = below ? solidPlane(bounds.width, bounds.height) : alpha
      const mask = below ? [{ id: USER_MASK, plane: alpha }] : []
      const channels = [{ id: TRANSPARENCY, plane: transparency }, ...colors, ...mask]
      return ok({ name, isHidden, opacity, blendMode, bounds, channels })
    } finally {
      below?.destroy()
    }
  } finally {
    painted.destroy()
  }
}

/**
 * Fills fully masked pixels with the colors of `below`. These colors become visible when a user enlarges the mask.
 */
const filledFrom = (below: PixelSource, source: PixelSource): PixelSource =>
  editPixels(source, async (pixels, region) => {
    const colors = await below.paint(region)
    for (let i = 0; i < pixels.length; i += 4) if (pixels[i + 3] === 0) pixels.set(colors.subarray(i, i + 3), i)
  })

/** Composites translucent colors over white, because Photoshop stores the merged image in this way. */
const mattedWithWhite = (source: PixelSource): PixelSource =>
  editPixels(source, (pixels) => {
    for (let i = 0; i < pixels.length; i += 4) {
      const alpha = pixels[i + 3] as number
      if (alpha === 0 || alpha === 255) continue
      for (let c = i; c < i + 3; c++) pixels[c] = Math.round(255 + (((pixels[c] as number) - 255) * alpha) / 255)
    }
  })

/** Channel ids of layers ("Layer records"). Red, green and blue have the ids 0, 1 and 2. */
const TRANSPARENCY = -1
/** Channel id of a layer's user mask. */
const USER_MASK = -2

interface PsdLayer {
  name: string
  /** The layer's rectangle, px of the image. Empty = the layer has no pixels. */
  bounds: Rect
  isHidden: boolean
  /** Opacity, 0..1. */
  opacity: number
  /** Absent = the blend mode 'normal'. */
  blendMode?: BlendMode | undefined
  /**
   * The channels of the layer. Empty for a layer without pixels. A USER_MASK channel covers the layer's bounds and
   * hides everything outside them.
   */
  channels: readonly { id: number; plane: PackedPlane }[]
}

interface PsdPicture {
  size: Size
  /** The layers from back to front. */
  layers: readonly PsdLayer[]
  /** The channels red, green, blue, and alpha unless the image is opaque. */
  merged: readonly PackedPlane[]
  details: PhotoDetails
  /** ICC profile. If it is null, readers assume sRGB. */
  profile: Uint8Array | null
}

/** Maximum size of a PSD file of version 1, bytes. */
const MAX_BYTES = 2 ** 31 - 1
const RLE = 1
/** Id of the image resource with the ICC profile. */
const ICC_PROFILE = 1039
/** Ids of the image resources with the resolution and with Exif. */
const [RESOLUTION, EXIF] = [1005, 1058]

/** Returns the PSD file, or null if it would exceed 2 GiB, the format's maximum. */
function psdFile({ size, layers, merged, details, profile }: PsdPicture): Blob | null {
  const hasAlpha = merged.length === 4
  const records = layers.flatMap(recordOf)
  const channels = layers.flatMap((layer) => layer.channels.map(({ plane }) => plane))
  const channelBytes = channels.reduce((sum, plane) => sum + bytesOf(plane), 0)
  const padding = channelBytes % 2 === 0 ? [] : [0]
  // If the count is negative, readers use the fourth channel of the merged image as its transparency.
  const count = uint16(hasAlpha ? -layers.length : layers.length)
  const infoBytes = layers.length > 0 ? 2 + records.length + channelBytes + padding.length : 0
  const mergedBytes = merged.reduce((sum, plane) => sum + bytesOf(plane), 0)
  if (infoBytes + mergedBytes + 1024 > MAX_BYTES) return null
  const exif = exifBlock(details)
  const resources = [
    ...(details.resolution ? imageResource(RESOLUTION, resolutionInfo(details.resolution)) : []),
    ...(profile ? imageResource(ICC_PROFILE, profile) : []),
    ...(exif ? imageResource(EXIF, exif) : []),
  ]
  const head = [
    ...latin('8BPS'),
    ...uint16(1), // version 1 of the format
    ...[0, 0, 0, 0, 0, 0],
    ...uint16(merged.length),
    ...uint32(size.height),
    ...uint32(size.width),
    ...uint16(8), // 8 bits per channel
    ...uint16(3), // color mode RGB
    ...uint32(0), // no palette
    ...uint32(resources.length),
    ...resources,
    ...uint32(4 + infoBytes + 4),
    ...uint32(infoBytes),
    ...(layers.length > 0 ? [...count, ...records] : []),
  ]
  return new Blob(
    [
      new Uint8Array(head),
      ...channels.flatMap(({ rowTable, chunks }) => [new Uint8Array(uint16(RLE)), rowTable, ...chunks]),
      new Uint8Array([...padding, ...uint32(0), ...uint16(RLE)]), // no global layer mask
      ...merged.map(({ rowTable }) => rowTable),
      ...merged.flatMap(({ chunks }) => chunks),
    ],
    { type: 'image/vnd.adobe.photoshop' },
  )
}

/** Keys of the blend modes in the specification. */
const BLEND_KEYS: Readonly<Record<BlendMode, string>> = {
  normal: 'norm',
  multiply: 'mul ',
  screen: 'scrn',
  overlay: 'over',
  darken: 'dark',
  lighten: 'lite',
  'color-dodge': 'div ',
  'color-burn': 'idiv',
  'hard-light': 'hLit',
  'soft-light': 'sLit',
  difference: 'diff',
}

/** Returns an image resource block: an id, an empty name, and the data padded to an even length. */
const imageResource = (id: number, data: Uint8Array): number[] => [
  ...latin('8BIM'),
  ...uint16(id),
  ...[0, 0],
  ...uint32(data.length),
  ...padded([...data], 2),
]

/**
 * Returns the resource ResolutionInfo: the resolution in px per inch as 16.16 fixed point, and inches as the display
 * unit.
 */
function resolutionInfo(resolution: number): Uint8Array {
  const direction = [...uint32(Math.round(Math.min(resolution, 0x7fff) * 65_536)), ...uint16(1), ...uint16(1)]
  return Uint8Array.from([...direction, ...direction])
}

/** Returns the layer record of one layer (section "Layer records" of the specification). */
function recordOf({ name, bounds, isHidden, opacity, blendMode = 'normal', channels }: PsdLayer): number[] {
  const hasMask = channels.some(({ id }) => id === USER_MASK)
  // the color outside the mask is 0 (hidden), followed by the flags (none) and two bytes of padding
  const mask = hasMask ? [...rectOf(bounds), 0, 0, 0, 0] : []
  const unicode = [...uint32(name.length), ...[...utf16(name)].flatMap(uint16)]
  const unicodeName = padded([...unicode], 4)
  const extra = [
    ...uint32(mask.length),
    ...mask,
    ...uint32(0), // no blending ranges
    ...padded(pascal(name), 4),
    ...latin('8BIMluni'),
    ...uint32(unicodeName.length),
    ...unicodeName,
  ]
  return [
    ...rectOf(bounds),
    ...uint16(channels.length),
    ...channels.flatMap(({ id, plane }) => [...uint16(id), ...uint32(bytesOf(plane))]),
    ...latin(`8BIM${BLEND_KEYS[blendMode]}`),
    Math.round(255 * opacity),
    0, // 0 = not clipped
    isHidden ? 0b1010 : 0b1000, // bit 3 says that bit 4 is valid, and bit 1 hides the layer
    0,
    ...uint32(extra.length),
    ...extra,
  ]
}

/** Returns the size of a channel in the file, in bytes: compression type, row table and packed rows. */
const bytesOf = ({ rowTable, bytes }: PackedPlane) => 2 + rowTable.length + bytes

const rectOf = ({ x, y, width, height }: Rect) => [
  ...uint32(y),
  ...uint32(x),
  ...uint32(y + height),
  ...uint32(x + width),
]

/** Returns a Pascal string of at most 255 ASCII bytes. The layer's Unicode name contains all other characters. */
const pascal = (name: string) => {
  const ascii = [...utf16(name)].slice(0, 255).map((code) => (code > 31 && code < 127 ? code : 63))
  return [ascii.length, ...ascii]
}

const utf16 = (value: string): number[] => Array.from({ length: value.length }, (_, i) => value.charCodeAt(i))
const padded = (bytes: number[], to: number): number[] => [
  ...bytes,
  ...Array<number>((to - (bytes.length % to)) % to).fill(0),
]
