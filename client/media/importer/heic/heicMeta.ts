/**
 * Reads metadata of a HEIC file's primary image from its boxes (ISO/IEC 14496-12 and 23008-12), without a decoder. The
 * decoder libraries lose the color profile and the EXIF orientation.
 */
import { viewOf } from '#client/kit/bytes/bytes.ts'
import type { Size } from '#client/kit/geometry/geometry.ts'
import type { Cicp } from '#client/kit/pixels/color-space/colorSpace.ts'
import { type Orientation, readTiffOrientation } from '../../file/fileParts.ts'
import { type Box, bytesOf, find, fourCc, MAX_BOXES, slice, text } from './boxes.ts'
import { type HeicItems, itemsReferredBy, itemsReferringTo, readItems } from './heicItems.ts'
import { type HevcVideo, readHevcVideo } from './hevcVideo.ts'

/** Metadata of a HEIC file's primary image. Width and height are upright and cropped, in px. */
export interface HeicMeta extends Size {
  hasAlpha: boolean
  /** Bits per sample. */
  depth: number
  /** If true, channel values are 0..255 (full range), otherwise 16..235 (limited range). */
  isFullRange: boolean
  /** ICC profile. Null if the file has no profile. */
  profile: Uint8Array | null
  /**
   * Code points of a `colr` box of type `nclx`. Without this box, the code points of the HEVC parameter set. Null if
   * the file has neither.
   */
  cicp: Cicp | null
  /**
   * EXIF orientation of an image without rotation and mirroring boxes. Otherwise 1, because such boxes take precedence.
   */
  orientation: Orientation
  /**
   * True if even old decoders can read the image. Such an image is the only image of the file, and its encoding is HEVC
   * in 8 bits and 4:2:0 with the color matrix of BT.601. Old decoders turn other files into noise, or choose another
   * image.
   */
  isPlain: boolean
  /** Id of the image's small version. Null if the file has none. */
  thumbnailItem: number | null
  /** The gain map. Null if the file has none. */
  gainMap: HeicGainMap | null
}

export interface HeicGainMap {
  item: number
  /** Metadata in the binary form of ISO 21496-1. Null if the map has Apple's older metadata, or XMP. */
  iso: Uint8Array | null
}

const ALPHA_KINDS = ['urn:mpeg:mpegB:cicp:systems:auxiliary:alpha', 'urn:mpeg:hevc:2015:auxid:1']
const GAIN_MAP_KINDS = ['urn:com:apple:photo:2020:aux:hdrgainmap', 'urn:iso:std:iso:ts:21496:-1']
/**
 * Types of items that aren't parts of the primary image: metadata, and the tone-mapped image (`tmap`) of a gain map.
 */
const NO_IMAGES = ['Exif', 'mime', 'uri ', 'tmap']

/**
 * Reads the metadata. Returns null if boxes are damaged or missing. A decoder may still be able to read a file with
 * damaged boxes.
 */
export function readMeta(bytes: Uint8Array): HeicMeta | null {
  try {
    const items = readItems(viewOf(bytes))
    return items && metaOf(items)
  } catch (error) {
    if (error instanceof RangeError) return null // a length in the file exceeds the file's size
    throw error
  }
}

function metaOf(items: HeicItems): HeicMeta | null {
  const { primary, propertiesOf, properties: all } = items
  const own = propertiesOf(primary)
  const size = sizeOf(own)
  if (!size) return null
  const tiles = itemsReferredBy(items, primary, 'dimg').flatMap(propertiesOf)
  const auxiliary = itemsReferringTo(items, primary, 'auxl')
  const kindOf = (item: number) => text(find(propertiesOf(item), 'auxC'), 4)
  const [rotation, mirroring] = [find(own, 'irot'), find(own, 'imir')]
  const orientation = rotation || mirroring ? 1 : exifOrientation(items)
  const isTurned = ((rotation?.getUint8(0) ?? 0) & 1) === 1 || orientation > 4
  const videos = videosIn([...own, ...tiles])
  const { codes = null } = videos[0] ?? videosIn(all)[0] ?? {}
  const colors = nclxOf(own) ?? nclxOf(tiles) ?? nclxOf(all)
  const hasAlpha = auxiliary.some((item) => ALPHA_KINDS.includes(kindOf(item)))
  const depth = Math.max(...videos.map((video) => video.depth), ...depthsIn([...own, ...tiles]), 8)
  const isSimple = depth === 8 && videos.length > 0 && videos.every(({ chroma }) => chroma === 1)
  return {
    width: isTurned ? size.height : size.width,
    height: isTurned ? size.width : size.height,
    hasAlpha,
    depth,
    isFullRange: colors?.isFullRange ?? videos[0]?.isFullRange ?? videosIn(all)[0]?.isFullRange ?? true,
    cicp: cicpOf(colors ?? codes),
    profile: profileOf(own) ?? profileOf(all), // in a grid image, sometimes only the tiles have a profile
    orientation,
    isPlain: isSimple && !hasAlpha && isOnlyImage(items) && BT_601.includes((colors ?? codes)?.matrix ?? UNSPECIFIED),
    thumbnailItem: itemsReferringTo(items, primary, 'thmb')[0] ?? null,
    gainMap: toneMap(items) ?? appleGainMap(auxiliary.find((item) => GAIN_MAP_KINDS.includes(kindOf(item)))),
  }
}

/**
 * Returns the size after the crop of a valid `clap` box (ISO/IEC 14496-12, 12.1.4.3) and before rotation. Null if no
 * size is stored.
 */
function sizeOf(properties: readonly Box[]): Size | null {
  const [size, crop] = [find(properties, 'ispe'), find(properties, 'clap')]
  if (!size) return null
  const [width, height] = [size.getUint32(4), size.getUint32(8)]
  const side = (at: number, whole: number) => {
    const cropped = crop ? Math.round(crop.getUint32(at) / crop.getUint32(at + 4)) : whole
    return cropped >= 1 && cropped <= whole ? cropped : whole
  }
  return { width: side(0, width), height: side(8, height) }
}

function videosIn(properties: readonly Box[]): HevcVideo[] {
  const boxes = new Set(properties.filter(({ type }) => type === 'hvcC').map(({ body }) => body)) // tiles share a box
  return Array.from(boxes, readHevcVideo)
}

/** Returns the bits per sample that `pixi` boxes declare (ISO/IEC 23008-12, 6.5.6). */
const depthsIn = (properties: readonly Box[]): number[] =>
  properties
    .filter(({ type }) => type === 'pixi')
    .flatMap(({ body }) => Array.from({ length: body.getUint8(4) }, (_, i) => body.getUint8(5 + i)))

/** Returns true if all images of the file belong to the primary image, as tiles, thumbnails and auxiliary images do. */
function isOnlyImage(items: HeicItems): boolean {
  const { primary, types } = items
  const parts = new Set([primary, ...itemsReferredBy(items, primary, 'dimg')])
  const helpers = ['thmb', 'auxl'].flatMap((type) => itemsReferringTo(items, primary, type))
  for (const helper of helpers) for (const item of [helper, ...itemsReferredBy(items, helper, 'dimg')]) parts.add(item)
  return [...types].every(([item, type]) => (NO_IMAGES.includes(type) ? type !== 'tmap' : parts.has(item)))
}

/**
 * Returns the gain map of an item of type `tmap`, whose data is a version byte and the metadata (ISO 21496-1, annex C).
 * The item refers first to the base image, then to the map. Phones write such items since iOS 18 and Android 15.
 */
function toneMap(items: HeicItems): HeicGainMap | null {
  for (const [item, type] of items.types) {
    if (type !== 'tmap') continue
    const [base, map] = itemsReferredBy(items, item, 'dimg')
    const data = items.dataOf(item)
    if (base !== items.primary || map === undefined || !data) continue
    return { item: map, iso: bytesOf(slice(data, 1, data.byteLength - 1)) }
  }
  return null
}

const appleGainMap = (item: number | undefined): HeicGainMap | null => (item === undefined ? null : { item, iso: null })

/** Returns the orientation in the image's EXIF item. Returns 1 if there is no such item or its data is damaged. */
function exifOrientation(items: HeicItems): Orientation {
  const item = itemsReferringTo(items, items.primary, 'cdsc').find((one) => items.types.get(one) === 'Exif')
  if (item === undefined) return 1
  try {
    const exif = items.dataOf(item)
    // the TIFF block begins after a length field and that number of bytes (ISO/IEC 23008-12, A.2.1)
    const tiff = exif && 4 + exif.getUint32(0)
    return exif && tiff ? readTiffOrientation(bytesOf(slice(exif, tiff, exif.byteLength - tiff))) : 1
  } catch (error) {
    if (error instanceof RangeError) return 1
    throw error
  }
}

interface Nclx extends Cicp {
  matrix: number
  isFullRange: boolean
}

const UNSPECIFIED = 2
/** Code points of matrices (ITU-T H.273, table 4) with the coefficients of BT.601, which is also JPEG's matrix. */
const BT_601 = [UNSPECIFIED, 5, 6]

/** Returns the code points of a `colr` box. These code points take precedence over the HEVC parameter set. */
function nclxOf(properties: readonly Box[]): Nclx | null {
  const codes = colorOf(properties, 'nclx')
  if (!codes) return null
  const [primaries, transfer, matrix] = [codes.getUint16(4), codes.getUint16(6), codes.getUint16(8)]
  return { primaries, transfer, matrix, isFullRange: codes.getUint8(10) >> 7 === 1 }
}

const cicpOf = (codes: Cicp | null): Cicp | null => codes && { primaries: codes.primaries, transfer: codes.transfer }

function profileOf(properties: readonly Box[]): Uint8Array | null {
  const profile = colorOf(properties, 'prof', 'rICC')
  return profile ? bytesOf(slice(profile, 4, profile.byteLength - 4)) : null
}

/** Returns the content of the first `colr` box with one of these color types. */
const colorOf = (properties: readonly Box[], ...types: readonly string[]): DataView | undefined =>
  properties.find(({ type, body }) => type === 'colr' && types.includes(fourCc(body, 0)))?.body

/**
 * Returns true if the boxes with the image's data end within the file (ISO/IEC 14496-12, 4.2). Other boxes may be
 * truncated.
 */
export function isHeicComplete(bytes: Uint8Array): boolean {
  const file = viewOf(bytes)
  let at = 0
  for (let count = 0; count < MAX_BOXES; count++) {
    if (at + 16 > file.byteLength) return true
    const size = file.getUint32(at) === 1 ? Number(file.getBigUint64(at + 8)) : file.getUint32(at)
    if (size < 8) return true // size 0 means that the box extends to the end of the file
    if (['meta', 'mdat', 'idat'].includes(fourCc(file, at + 4)) && at + size > file.byteLength) return false
    at += size
  }
  return false
}
