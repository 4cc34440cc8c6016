/**
 * Writes an Ultra HDR JPEG: the base image with its bytes unchanged, then the gain map as a second JPEG. Writes the
 * metadata as XMP (Ultra HDR Image Format 1.1) and as ISO 21496-1, because some readers support only one of these
 * formats.
 */
import { jfifEnd, jpegSegment, uint16, uint32, viewOf } from '#client/kit/bytes/bytes.ts'
import { chunk, withChunks } from '#client/kit/pixels/png/chunks.ts'
import { exifBlock, type PhotoDetails } from '../file/exif.ts'
import type { Orientation } from '../file/fileParts.ts'
import { type GainMapMetadata, ISO_NAME, writeHdrgm, writeIso } from './metadata.ts'
import { MPF_NAME } from './readGainMap.ts'
import { xmpData, xmpSegment } from './xmp.ts'

const [APP1, APP2] = [0xe1, 0xe2]
const HDRGM = 'xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0"'
const CONTAINER =
  'xmlns:Container="http://ns.google.com/photos/1.0/container/" ' +
  'xmlns:Item="http://ns.google.com/photos/1.0/container/item/"'
/** Minimum version and writer version of ISO 21496-1. The base image contains only these versions. */
const ISO_VERSIONS = new Uint8Array(4)

export interface AddedMetadata {
  /** The gain map. `jpeg`: without metadata. */
  gainMap?: { jpeg: Blob; metadata: GainMapMetadata } | undefined
  /** IPTC DigitalSourceType: the URL of a term. */
  sourceType?: string | undefined
  /** Capture date, author, copyright and resolution. */
  details?: PhotoDetails | undefined
  /** EXIF orientation of the image. */
  orientation?: Orientation | undefined
}

/**
 * Returns the namespace and attribute of an IPTC DigitalSourceType. `sourceType`: URL of a term of IPTC, such as
 * `…/trainedAlgorithmicMedia`.
 */
export const sourceTypeXmp = (sourceType: string): string =>
  `xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="${sourceType}"`

/**
 * Returns the JPEG with the metadata and the gain map added. Doesn't change any byte of `base` except the resolution in
 * its JFIF header. `base` must have neither Exif nor XMP nor MPF.
 */
export async function addMetadata(image: Blob, { gainMap, sourceType, ...exif }: AddedMetadata): Promise<Blob> {
  const base = await withExif(image, exif)
  const iptc = sourceType ? [sourceTypeXmp(sourceType)] : []
  if (!gainMap) return sourceType ? inserted(base, [xmpSegment(sourceTypeXmp(sourceType))]) : base
  const { jpeg, metadata } = gainMap
  const { attributes, elements } = writeHdrgm(metadata)
  const map = await inserted(jpeg, [
    xmpSegment(`${HDRGM} ${attributes}`, elements),
    jpegSegment(APP2, ISO_NAME, writeIso(metadata)),
  ])
  const item = (attributes: string) =>
    `<rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="image/jpeg" ${attributes}/></rdf:li>`
  const items = item('Item:Semantic="Primary"') + item(`Item:Semantic="GainMap" Item:Length="${map.size}"`)
  const directory = `<Container:Directory><rdf:Seq>${items}</rdf:Seq></Container:Directory>`
  const xmp = xmpSegment([HDRGM, CONTAINER, ...iptc].join(' '), directory)
  const versions = jpegSegment(APP2, ISO_NAME, ISO_VERSIONS)
  const at = await metadataPlace(base)
  const baseBytes = base.size + xmp.length + versions.length + MPF_BYTES
  const mpf = mpfSegment(baseBytes, map.size, at + xmp.length + versions.length)
  return new Blob([await inserted(base, [xmp, versions, mpf]), map], { type: base.type })
}

/** Offset of the density's unit in a JFIF file, bytes. The density of both directions follows. */
const JFIF_DENSITY = 13
/** The unit of a density in px per inch (JFIF 1.02). */
const PER_INCH = 1

/** Content of an Exif segment. A file has only one Exif segment, because browsers read only the first. */
type ExifData = Pick<AddedMetadata, 'details' | 'orientation'>

/**
 * Returns the JPEG with an Exif segment. If the details include the resolution, also writes it into an existing JFIF
 * header. If there are no details and the image is upright, returns the JPEG unchanged.
 */
async function withExif(jpeg: Blob, { details = {}, orientation }: ExifData): Promise<Blob> {
  const exif = exifBlock(details, orientation)
  if (!exif) return jpeg
  const { resolution } = details
  const hasJfif = (await metadataPlace(jpeg)) > JFIF_DENSITY
  const density = uint16(Math.min(0xffff, Math.round(resolution ?? 0)))
  const header = Uint8Array.of(PER_INCH, ...density, ...density)
  const rest = jpeg.slice(JFIF_DENSITY + header.length)
  const file = resolution && hasJfif ? new Blob([jpeg.slice(0, JFIF_DENSITY), header, rest], { type: jpeg.type }) : jpeg
  return inserted(file, [jpegSegment(APP1, 'Exif\0\0', exif)])
}

const METRES_PER_INCH = 0.0254

/**
 * Returns the PNG with the metadata in chunks after IHDR. `sourceType`: URL of a term of IPTC, such as
 * `…/trainedAlgorithmicMedia`.
 */
export function pngWithMetadata(
  png: Blob,
  { sourceType, details = {}, orientation }: Omit<AddedMetadata, 'gainMap'>,
): Blob {
  const exif = exifBlock(details, orientation)
  const density = uint32(Math.round((details.resolution ?? 0) / METRES_PER_INCH))
  const chunks = [
    ...(details.resolution ? [chunk('pHYs', [...density, ...density, 1])] : []),
    ...(exif ? [chunk('eXIf', exif)] : []),
    ...(sourceType ? [chunk('iTXt', xmpData('png', sourceTypeXmp(sourceType)))] : []),
  ]
  return chunks.length > 0 ? withChunks(png, chunks) : png
}

/**
 * Returns the PNG with a gain map in the chunks that Skia reads: `gdAT` contains the map, and `gmAP` the metadata.
 * `map`: a PNG.
 */
export async function pngWithGainMap(png: Blob, map: Blob, metadata: GainMapMetadata): Promise<Blob> {
  const described = withChunks(map, [chunk('gmAP', writeIso(metadata))])
  const data = new Uint8Array(await described.arrayBuffer())
  return withChunks(png, [chunk('gmAP', ISO_VERSIONS), chunk('gdAT', data)])
}

/** Number of bytes before the offsets of an MPF segment: marker, length and name. */
const MPF_START = 4 + MPF_NAME.length
const [HEADER, DIRECTORY, ENTRIES] = [8, 2 + 3 * 12 + 4, 2 * 16]
const MPF_BYTES = MPF_START + HEADER + DIRECTORY + ENTRIES
/** Attribute of the first image in MPF: baseline MP primary image (CIPA DC-007, 5.2.3.3.1). */
const PRIMARY = 0x03_0000
const [UNDEFINED, LONG] = [7, 4]

/**
 * Returns the MPF segment of a file with two images. `first`, `second`: sizes of the images, bytes. `at`: offset of the
 * segment in the file, bytes.
 */
function mpfSegment(first: number, second: number, at: number): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(HEADER + DIRECTORY + ENTRIES)
  const view = viewOf(data)
  view.setUint32(0, 0x4d4d_002a) // header of a big-endian TIFF
  view.setUint32(4, HEADER)
  view.setUint16(HEADER, 3)
  const field = (index: number, tag: number, type: number, count: number, value: number) => {
    const entry = HEADER + 2 + 12 * index
    view.setUint16(entry, tag)
    view.setUint16(entry + 2, type)
    view.setUint32(entry + 4, count)
    view.setUint32(entry + 8, value)
  }
  field(0, 0xb000, UNDEFINED, 4, 0x3031_3030) // the version '0100'
  field(1, 0xb001, LONG, 1, 2)
  field(2, 0xb002, UNDEFINED, ENTRIES, HEADER + DIRECTORY)
  const entries = [PRIMARY, first, 0, 0, 0, second, first - at - MPF_START, 0]
  for (const [i, value] of entries.entries()) view.setUint32(HEADER + DIRECTORY + 4 * i, value)
  return jpegSegment(APP2, MPF_NAME, data)
}

/** Returns the byte offset where metadata is inserted: after the JFIF header, if any. */
const metadataPlace = async (jpeg: Blob): Promise<number> =>
  jfifEnd(new Uint8Array(await jpeg.slice(0, 20).arrayBuffer()))

async function inserted(jpeg: Blob, segments: readonly Uint8Array<ArrayBuffer>[]): Promise<Blob> {
  const at = await metadataPlace(jpeg)
  return new Blob([jpeg.slice(0, at), ...segments, jpeg.slice(at)], { type: jpeg.type })
}
