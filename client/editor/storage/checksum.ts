import { strFromU8, strToU8 } from 'fflate'
import { sha256 } from '../../kit/base/sha256.ts'

/** Length of a hexadecimal SHA-256 digest. */
const DIGEST_CHARS = 64

type Bytes = Uint8Array<ArrayBuffer>

/**
 * Returns a copy of a ZIP file with its checksum: the ZIP comment holds the SHA-256 of everything before it. (ZIP's own
 * CRCs cover the bytes of entries, but not names, dates and sizes.) `zip` must have no comment, so its last two bytes,
 * the comment's length, are 0.
 */
export async function withChecksum(zip: Uint8Array): Promise<Bytes> {
  const out = new Uint8Array(zip.length + DIGEST_CHARS)
  out.set(zip)
  out[zip.length - 2] = DIGEST_CHARS
  out.set(strToU8(await sha256(out.slice(0, zip.length))), zip.length)
  return out
}

/** Returns false for a file that was changed, truncated or written without a checksum. */
export async function hasValidChecksum(file: Bytes): Promise<boolean> {
  const end = file.length - DIGEST_CHARS
  return end > 0 && strFromU8(file.subarray(end)) === (await sha256(file.slice(0, end)))
}
