/** Detects the 100,000 most used passwords by 32-bit hashes. One in 43,000 other passwords is detected by mistake. */
import { createHash } from 'node:crypto'
import table from './common-passwords.json' with { type: 'json' }

const BYTES_PER_GAP = 3

/** Normalizes a password (NFKC, lower case) for the lookup. Don't use the result for the account's password hash. */
export const normalizedPassword = (password: string): string => password.normalize('NFKC').toLowerCase()

/** Returns the first 32 bits of the SHA-256 of a key. */
export const passwordHash = (key: string): number => createHash('sha256').update(key).digest().readUInt32BE(0)

/**
 * Returns true for one of the 100,000 most used passwords of at least 8 characters, in any letter case and character
 * width.
 */
export function isCommonPassword(password: string): boolean {
  hashes ??= read()
  const wanted = passwordHash(normalizedPassword(password))
  let from = 0
  let to = hashes.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((hashes[middle] ?? 0) < wanted) from = middle + 1
    else to = middle
  }
  return hashes[from] === wanted
}

/** The hashes in ascending order; loaded at the first use. */
let hashes: Uint32Array | null = null

function read(): Uint32Array {
  const gaps = Buffer.from(table.gaps, 'base64')
  const sums = new Uint32Array(gaps.length / BYTES_PER_GAP)
  let sum = 0
  for (let index = 0; index < sums.length; index++) {
    sum += gaps.readUIntBE(index * BYTES_PER_GAP, BYTES_PER_GAP)
    sums[index] = sum
  }
  return sums
}
