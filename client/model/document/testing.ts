import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { DocumentSnapshot } from './document.ts'

/** Returns a hash of a document. The order of keys doesn't affect the hash. */
export function stateHash(doc: DocumentSnapshot): string {
  const text = JSON.stringify(doc, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
  return bytesToHex(sha256(new TextEncoder().encode(text)))
}
