/**
 * Test data of the measured server: ten thousand accounts, sessions for some of these accounts, and a script to serve.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { profiles, sessions, users } from '#drizzle/schema.ts'
import { hashPassword } from '#server/auth/password.ts'
import { sha256 } from '#server/crypto/secrets.ts'

import { readMigrations } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { precompress } from '#server/static/precompress.ts'

const REQUEST = { purpose: 'signUp' } as const

const ROOT = join(import.meta.dirname, '../../..')
export const MIGRATIONS = join(ROOT, 'drizzle/migrations')

export const PASSWORD = 'correct horse battery staple'
export const ASSET = '/assets/main-1a2b3c4d.js'
export const MODEL = '/models/u2netp/83325d485947/weights.bin'
/** Number of sessions. Each session sends so few requests that no account reaches a rate limit. */
export const USERS = 1000
const ALL_USERS = 10_000
const ASSET_BYTES = 160_000
/** Size of a large file of the product, which is not compressible. */
const MODEL_BYTES = 2_256_724

const session = (n: number): string => `bench${String(n).padStart(35, '0')}`

export const COOKIES = Array.from({ length: USERS }, (_, n) => `sid=${session(n)}`)

export async function fillDatabase(file: string): Promise<void> {
  const db = openDatabase({ file, migrations: readMigrations(MIGRATIONS) })
  const passwordHash = await hashPassword(PASSWORD, () => new Uint8Array(16), REQUEST)
  const now = Math.floor(Date.now() / 1000)
  await db.transaction(async (orm) => {
    for (let n = 0; n < ALL_USERS; n++) {
      const id = `user${n}`
      const email = `${id}@example.org`
      await orm.insert(users).values({ id, email, emailKey: email, passwordHash, createdAt: now }).run()
      await orm.insert(profiles).values({ id, downloadCredits: 1_000_000 }).run()
      if (n >= USERS) continue
      const row = { idHash: sha256(session(n)), userId: id, createdAt: now, expiresAt: now + 30 * 86_400 }
      await orm.insert(sessions).values(row).run()
    }
  })
  db.close()
}

/** Writes a folder like the built client. Its text repeats words as real code does, so it compresses about as well. */
export async function writeClient(folder: string): Promise<{ readonly brotliBytes: number }> {
  const file = join(folder, ASSET)
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Midground</title>')
  writeFileSync(file, readFileSync(join(ROOT, 'package-lock.json')).subarray(0, ASSET_BYTES))
  mkdirSync(dirname(join(folder, MODEL)), { recursive: true })
  writeFileSync(join(folder, MODEL), randomBytes(MODEL_BYTES))
  await precompress(folder)
  return { brotliBytes: statSync(`${file}.br`).size }
}
