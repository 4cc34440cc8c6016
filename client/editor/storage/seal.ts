/**
 * A seal: the archive's comment is the hash of all that stands before it. So a bit that has changed anywhere is found,
 * where the archive's own sums leave dates, names and sizes out.
 */
import { strFromU8, strToU8 } from 'fflate'
import { sha256 } from '../../kit/base/sha256.ts'

/** SHA-256, hexadecimal. */
const SEAL_BYTES = 64

type Bytes = Uint8Array<ArrayBuffer>

/** `zip` without a comment: its last two bytes are the length of none. */
export async function sealed(zip: Uint8Array): Promise<Bytes> {
  const out = new Uint8Array(zip.length + SEAL_BYTES)
  out.set(zip)
  out[zip.length - 2] = SEAL_BYTES
  out.set(strToU8(await sha256(out.slice(0, zip.length))), zip.length)
  return out
}

export async function isSealed(file: Bytes): Promise<boolean> {
  const end = file.length - SEAL_BYTES
  return end > 0 && strFromU8(file.subarray(end)) === (await sha256(file.slice(0, end)))
}
