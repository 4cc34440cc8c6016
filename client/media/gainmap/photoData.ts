/** Reads the data of a photo's file that an export keeps, or of which the export menu speaks. */
import { memoOn } from '#client/kit/base/identity.ts'
import { SNIFF_BYTES, sniff } from '../file/sniff.ts'
import { hasContentCredentials, readGainMap, type StoredGainMap } from './readGainMap.ts'
import { textOf, xmpOf } from './xmp.ts'

/** Data of a photo's file besides its pixels. */
export interface PhotoData {
  gainMap: StoredGainMap | null
  /** IPTC DigitalSourceType: the address of a term; undefined = the photo has none. */
  sourceType: string | undefined
  /** True: the file has Content Credentials (C2PA), which an edited file can't keep. */
  hasCredentials: boolean
}

/** Resolves with the data of a photo's file, read once; with no data when the file can't be read. */
export const photoDataOf = memoOn((file: Blob): Promise<PhotoData> => read(file).catch(withoutData))

/** The terms of IPTC's vocabulary have this form. Any other text is not written into a file. */
const TERM = /^https?:\/\/cv\.iptc\.org\/newscodes\/digitalsourcetype\/\w+$/

function withoutData(reason: unknown): PhotoData {
  console.info('the metadata of the photo could not be read:', reason)
  return { gainMap: null, sourceType: undefined, hasCredentials: false }
}

async function read(file: Blob): Promise<PhotoData> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const gainMap = readGainMap(bytes)
  const type = sniff(bytes.subarray(0, SNIFF_BYTES))
  const source = type && type !== 'heic' ? textOf(xmpOf(bytes, type), 'DigitalSourceType') : ''
  return {
    gainMap: gainMap && { ...gainMap, jpeg: gainMap.jpeg.slice() }, // a copy, so that the file isn't held in memory
    sourceType: TERM.test(source) ? source : undefined,
    hasCredentials: hasContentCredentials(bytes),
  }
}
