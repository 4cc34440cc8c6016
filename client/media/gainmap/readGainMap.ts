/** Finds the gain map in a photo's file. Doesn't decode pixels. */
import { viewOf } from '#client/kit/bytes/bytes.ts'
import type { Size } from '#client/kit/geometry/geometry.ts'
import { dataOf, jpegOrientation, type Orientation, partsOf, partsWith, readHeader } from '../file/fileParts.ts'
import { sniff } from '../file/sniff.ts'
import { appleHeadroom, appleMetadata, gainOfAppleCode } from './appleGain.ts'
import { type GainMapMetadata, ISO_NAME, readHdrgm, readIso } from './metadata.ts'
import { latinText, numberIn, tagWith, xmpOf } from './xmp.ts'

/** A gain map as stored in a photo's file. */
export interface StoredGainMap {
  metadata: GainMapMetadata
  /** The gain map, in the photo's file type and aspect ratio, before the photo's EXIF orientation. */
  image: Uint8Array<ArrayBuffer>
  /** EXIF orientation of the photo and its map. */
  orientation: Orientation
  /** Returns the gain in stops of a stored value, 0..1. Absent = the metadata determine the gain. */
  gainOf?(code: number): number
}

/** Minimum side of a gain map as a fraction of the photo's side. A gain map may be at most as large as the photo. */
const MIN_SHARE = 1 / 64
/** Maximum difference between the aspect ratios of gain map and photo. The sides of small gain maps are rounded. */
const MAX_RATIO_ERROR = 0.05

/**
 * Returns the gain map of a JPEG or PNG. Returns null for other types, if there is no gain map, or if the map is
 * damaged, unsupported or doesn't fit the photo, which is logged.
 */
export function readGainMap(file: Uint8Array<ArrayBuffer>): StoredGainMap | null {
  const type = sniff(file)
  if (type !== 'jpeg' && type !== 'png') return null
  try {
    const image = type === 'png' ? dataOf(partsOf('png', file), file, 'gdAT') : secondPicture(file)
    if (!image || sniff(image) !== type) return null
    const found = type === 'png' ? pngMetadata(image) : metadataOf(file, image)
    if (!found) return null
    const [photo, map] = [readHeader(type, file), readHeader(type, image)]
    if (!photo || !map || !fits(map, photo)) throw new RangeError('its size does not match the photo')
    return { ...found, image, orientation: type === 'jpeg' ? jpegOrientation(file) : 1 }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    console.info('the gain map of the photo was ignored:', error.message)
    return null
  }
}

const fits = (map: Size, photo: Size) =>
  map.width <= photo.width &&
  map.height <= photo.height &&
  map.width >= photo.width * MIN_SHARE &&
  Math.abs((map.width * photo.height) / (map.height * photo.width) - 1) <= MAX_RATIO_ERROR

/** Returns the metadata in the gmAP chunk of a PNG's gain map. */
function pngMetadata(map: Uint8Array<ArrayBuffer>): Pick<StoredGainMap, 'metadata'> | null {
  const data = dataOf(partsOf('png', map), map, 'gmAP')
  const metadata = data && readIso(data)
  return metadata && { metadata }
}

/**
 * Returns the metadata, or null if there is none. ISO 21496-1 takes precedence over XMP, and XMP over Apple's own
 * metadata.
 * @throws RangeError if the ISO or XMP metadata isn't supported
 */
function metadataOf(
  file: Uint8Array,
  jpeg: Uint8Array<ArrayBuffer>,
): Pick<StoredGainMap, 'metadata' | 'gainOf'> | null {
  const [iso] = partsWith('jpeg', jpeg, 'APP2', ISO_NAME)
  const xmp = xmpOf(jpeg)
  if (iso || xmp.includes('HDRCapacityMax')) {
    const metadata = iso ? readIso(jpeg.subarray(iso.dataFrom, iso.dataTo)) : readHdrgm(xmp)
    if (!metadata) throw new RangeError('its metadata is not supported')
    return { metadata }
  }
  if (!xmp.includes('hdrgainmap') && !xmp.includes('HDRGainMap')) return null
  const headroom = numberIn(xmp, 'HDRGainMapHeadroom') ?? appleHeadroom(file)
  const metadata = headroom && appleMetadata(headroom)
  return metadata ? { metadata, gainOf: (code) => gainOfAppleCode(code, headroom) } : null
}

/** Name of the APP2 segment of CIPA DC-007 (Multi-Picture Format). */
export const MPF_NAME = 'MPF\0'
/** Tag of the list of pictures (CIPA DC-007, 5.2.3.3). */
const MP_ENTRY = 0xb002
const ENTRY_BYTES = 16
const MAX_PICTURES = 16

/**
 * Returns the first image listed by MPF (CIPA DC-007) or GContainer that is a JPEG gain map. Returns null if there is
 * none.
 */
function secondPicture(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  const candidates = [...mpfPictures(file), ...containerPictures(file)]
  return candidates.find((jpeg) => jpeg[0] === 0xff && jpeg[1] === 0xd8 && isGainMap(jpeg)) ?? null
}

const isGainMap = (jpeg: Uint8Array) =>
  /hdrgm|HDRGainMap|hdrgainmap/.test(xmpOf(jpeg)) || partsWith('jpeg', jpeg, 'APP2', ISO_NAME).length > 0

function mpfPictures(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const [part] = partsWith('jpeg', file, 'APP2', MPF_NAME)
  if (!part) return []
  const start = part.dataFrom
  const view = viewOf(file.subarray(start, part.dataTo))
  const little = view.getUint8(0) === 0x49
  const directory = view.getUint32(4, little)
  const count = view.getUint16(directory, little)
  for (let i = 0, at = directory + 2; i < count && at + 12 <= view.byteLength; i++, at += 12) {
    if (view.getUint16(at, little) !== MP_ENTRY) continue
    const [bytes, first] = [view.getUint32(at + 4, little), view.getUint32(at + 8, little)]
    const pictures = Math.min(MAX_PICTURES, Math.floor(bytes / ENTRY_BYTES))
    return Array.from({ length: Math.max(0, pictures - 1) }, (_, n) => {
      const entry = first + (n + 1) * ENTRY_BYTES
      const [size, offset] = [view.getUint32(entry + 4, little), view.getUint32(entry + 8, little)]
      return file.subarray(start + offset, start + offset + size)
    })
  }
  return []
}

/**
 * Returns the image that a GContainer declares as gain map. The image is at the end of the file, and the GContainer
 * declares its length.
 */
function containerPictures(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const length = numberIn(tagWith(xmpOf(file), 'Semantic="GainMap"'), 'Length') ?? 0
  return length > 0 && length < file.length ? [file.subarray(file.length - length)] : []
}

/** Returns true if the photo's file has Content Credentials (C2PA 2.1, A.3), which are lost in an edited file. */
export function hasContentCredentials(file: Uint8Array): boolean {
  const type = sniff(file)
  if (!type || type === 'heic') return false
  const found = partsOf(type, file)
  if (type !== 'jpeg') return dataOf(found, file, type === 'png' ? 'caBX' : 'C2PA') !== null
  return found.parts.some(
    ({ name, dataFrom, dataTo }) =>
      name === 'APP11' && latinText(file.subarray(dataFrom, Math.min(dataTo, dataFrom + 64))).includes('jumb'),
  )
}
