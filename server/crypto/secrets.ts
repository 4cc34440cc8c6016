/** Random names and the hashes under which secrets are kept. */
import { hash } from 'node:crypto'

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** 120 bits in 24 letters: an id nobody guesses. */
export const newId = (random: (bytes: number) => Uint8Array): string =>
  Array.from(random(24), (byte) => BASE32[byte & 31]).join('')

/** 256 bits for a link. */
export const newToken = (random: (bytes: number) => Uint8Array): string => Buffer.from(random(32)).toString('base64url')

/** Enough for secrets of full entropy; passwords go through argon2 instead. */
export const sha256 = (secret: string): string => hash('sha256', secret, 'hex')
