import { sha256 as digest } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** Returns the SHA-256 of `bytes` in hexadecimal. The hash identifies content and doesn't protect a secret. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // plain HTTP pages, for example on a home server, have no `subtle`
  const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle
  return bytesToHex(subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : digest(bytes))
}
