/** Argon2id hashes (RFC 9106). The parameters are OWASP's: 19 MiB of memory, 2 passes, 1 lane. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { argon2id, type HashRequest } from './hasher.ts'

const MEMORY_KIB = 19 * 1024
const PASSES = 2
const LANES = 1
export const SALT_BYTES = 16
const HASH_BYTES = 32

const derive = async (
  password: string,
  nonce: Uint8Array,
  memory: number,
  passes: number,
  parallelism: number,
  request: HashRequest,
): Promise<Buffer> => {
  // NFKC, because keyboards encode the same characters in different ways
  const message = password.normalize('NFKC')
  return Buffer.from(await argon2id({ message, nonce, parallelism, tagLength: HASH_BYTES, memory, passes }, request))
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '')

/** Returns a PHC string with the parameters, the salt from `random` and the hash. */
export async function hashPassword(
  password: string,
  random: (bytes: number) => Uint8Array,
  request: HashRequest,
): Promise<string> {
  const salt = random(SALT_BYTES)
  const hash = await derive(password, salt, MEMORY_KIB, PASSES, LANES, request)
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64(salt)}$${base64(hash)}`
}

let probe: Promise<string> | null = null
/** Hashes a password once, as every sign-in does. After a failure, the next call tries again. @throws the failure */
export async function probeHashing(): Promise<void> {
  probe ??= hashPassword('', randomBytes, { purpose: 'knownBrowser' })
  await probe.catch((error: unknown) => {
    probe = null
    throw error
  })
}

/** Returns true if the password matches the PHC string, which must be an argon2id hash. */
export const verifyPassword = async (password: string, phc: string, request: HashRequest): Promise<boolean> =>
  (await findMatch(password, [phc], request)) !== null

/** Returns the matching hash, or null. Computes one hash per salt, so the time doesn't reveal their number. */
export async function findMatch(
  password: string,
  phcs: readonly string[],
  request: HashRequest,
): Promise<string | null> {
  const derived = new Map<string, Buffer>()
  let match: string | null = null
  for (const found of phcs.map((phc) => PHC.exec(phc))) {
    if (!found) continue
    const [, parameters = '', memory, passes, lanes, salt = '', hash = ''] = found
    const got =
      derived.get(parameters) ??
      (await derive(password, Buffer.from(salt, 'base64'), Number(memory), Number(passes), Number(lanes), request))
    derived.set(parameters, got)
    const wanted = Buffer.from(hash, 'base64')
    if (wanted.length === got.length && timingSafeEqual(wanted, got)) match = found[0]
  }
  return match
}

const PHC = /^\$argon2id\$v=19\$(m=(\d+),t=(\d+),p=(\d+)\$([^$]+))\$([^$]+)$/

/** Hash to compare with if no account matches. The response then takes as long as for a wrong password. */
export const NOBODYS_HASH = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64(Buffer.alloc(SALT_BYTES))}$${base64(Buffer.alloc(HASH_BYTES))}`
