/** Tests two versions of the program after a migration. The older version continues, restarts, and shares all rows. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import { type Assembled, assemble } from '#server/start/assemble.ts'
import { makeFolder } from '../helpers/folders.ts'
import { Browser, ORIGIN } from '../server/helpers/browser.ts'
import { ENGINES } from './engines.ts'
import { nextMigrations, open, VERSION } from './open.ts'

async function serve(db: Database): Promise<Assembled> {
  const config = readConfig({ DATA_DIR: makeFolder(), BILLING: 'off', RATE_LIMITS: 'off' })
  return assemble({ config, db, log: pino({ level: 'silent' }), files: new Map() })
}

const browse = ({ app }: Assembled, cookie = '') =>
  new Browser(ORIGIN, cookie, async (url, init) => app.request(url, init))

describe.each(ENGINES)('the database engine $name', ({ isThere, start }) => {
  it.skipIf(!isThere)(
    'an old and a new server version share a database unless the migration is incompatible',
    async () => {
      const engine = await start()
      const before = await open(engine.url)
      const old = await serve(before)
      const adds = `-- readable from ${VERSION}\nALTER TABLE users ADD COLUMN nickname TEXT;\nCREATE TABLE later (x TEXT PRIMARY KEY) STRICT;`
      const after = await open(engine.url, nextMigrations(adds))
      const fresh = await serve(after)

      const onOld = await browse(old).signUp()
      const onFresh = browse(fresh, onOld.cookie)
      for (const browser of [onFresh, onOld]) // both requests have the same key
        await browser.ask('/api/usage/image', { kind: 'image' }, { 'idempotency-key': 'key-000001' })
      for (const browser of [onFresh, onOld])
        expect(await browser.get('/api/profile')).toMatchObject({ images_generated: 1 })

      const again = await open(engine.url) // restarts the old program
      expect(await again.probe()).toBeNull()
      const changes = nextMigrations(adds)
      const contract = `${String(VERSION + 2).padStart(4, '0')}_contract.sql`
      writeFileSync(join(changes, contract), 'ALTER TABLE users DROP COLUMN nickname;')
      const contracted = await open(engine.url, changes)
      await expect(async () => open(engine.url)).rejects.toThrow('written by a newer version')
      for (const db of [before, after, again, contracted]) db.close()
      for (const server of [old, fresh]) await server.close()
      await engine.stop()
    },
  )
})
