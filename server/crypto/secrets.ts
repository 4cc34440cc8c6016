/** Creates random ids and secrets, and hashes secrets. */
import { hash } from 'node:crypto'

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** Returns a random id: 120 bits as 24 lower-case letters and digits. */
export const newId = (random: (bytes: number) => Uint8Array): string =>
  Array.from(random(24), (byte) => BASE32[byte & 31]).join('')

/** Returns a random secret for a link, 256 bits. */
export const newToken = (random: (bytes: number) => Uint8Array): string => Buffer.from(random(32)).toString('base64url')

/** Returns the SHA-256 in hexadecimal. Use it for random secrets only; passwords need argon2. */
export const sha256 = (secret: string): string => hash('sha256', secret, 'hex')
