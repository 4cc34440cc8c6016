/** Reads data from a photo's file. An export preserves this data, or the export menu mentions the loss. */
import { memoOn } from '#client/kit/values/identity.ts'
import type { PhotoDetails } from '../file/exif.ts'
import { type PlainType, sniff } from '../file/sniff.ts'
import { heicDetails, readDetails } from './photoDetails.ts'
import { hasContentCredentials, readGainMap, type StoredGainMap } from './readGainMap.ts'
import { latinText, xmpOf, xmpValue } from './xmp.ts'

export interface PhotoData {
  gainMap: StoredGainMap | null
  /** IPTC DigitalSourceType, which is the URL of a term. Undefined if the file has none. */
  sourceType: string | undefined
  /** Capture date, author, copyright and resolution. Never the location. */
  details: PhotoDetails
  /** Whether the file has Content Credentials (C2PA), which are lost in an edited file. */
  hasCredentials: boolean
}

/** Resolves with the data of a photo's file, or with empty data if the file can't be read. Reads each file once. */
export const photoDataOf = memoOn((file: Blob): Promise<PhotoData> => read(file).catch(withoutData))

/** Matches the terms of IPTC's vocabulary. Exports don't write other text into a file. */
const TERM = /^https?:\/\/cv\.iptc\.org\/newscodes\/digitalsourcetype\/\w+$/

/**
 * Returns the IPTC DigitalSourceType in XMP, which is a term's URL. Undefined if the value is absent or isn't a term.
 */
export function sourceTypeIn(xmp: string): string | undefined {
  const source = xmpValue(xmp, 'DigitalSourceType')
  return TERM.test(source) ? source : undefined
}

function withoutData(reason: unknown): PhotoData {
  console.info('the metadata of the photo could not be read:', reason)
  return { gainMap: null, sourceType: undefined, details: {}, hasCredentials: false }
}

const plainData = (type: PlainType, bytes: Uint8Array) => ({
  sourceType: sourceTypeIn(xmpOf(bytes, type)),
  details: readDetails(type, bytes),
})

/**
 * Returns data of a HEIC file. A photo's file is a HEIC only in browsers that decode HEIC themselves, such as Safari.
 */
function heicData(bytes: Uint8Array) {
  const text = latinText(bytes) // XMP and Exif are uncompressed in a HEIC, so a text search finds them
  return { sourceType: sourceTypeIn(text), details: heicDetails(bytes, text) }
}

async function read(file: Blob): Promise<PhotoData> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const gainMap = readGainMap(bytes)
  const type = sniff(bytes)
  return {
    // Copies the gain map's bytes, so that the whole file doesn't stay in memory.
    gainMap: gainMap && { ...gainMap, image: gainMap.image.slice() },
    ...(type === 'heic' ? heicData(bytes) : type ? plainData(type, bytes) : { sourceType: undefined, details: {} }),
    hasCredentials: hasContentCredentials(bytes),
  }
}
