/** Tests the server on every database engine, with one process. */
import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { Secret, TOTP } from 'otpauth'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { billing, fileDeletions, outbox, profiles, secondFactors, users } from '#drizzle/schema.ts'
import { createAccount, deleteAccount, exportAccount, findAccount } from '#server/auth/accounts.ts'
import { createBillingStore } from '#server/billing/store.ts'
import { readConfig } from '#server/config/config.ts'
import type { Database, Orm } from '#server/db/database.ts'
import { isForeignKeyFailure } from '#server/db/failure.ts'
import { createUsageBook } from '#server/profiles/usage.ts'
import { type Assembled, assemble } from '#server/start/assemble.ts'
import { hasRoom, listTrialImages, shelve, storedTotal } from '#server/trial-images/images.ts'
import { makeFolder } from '../helpers/folders.ts'
import { Browser, ORIGIN, PASSWORD } from '../server/helpers/browser.ts'
import { ENGINES, type Engine } from './engines.ts'
import { open } from './open.ts'

const NOW = 1_800_000_000_000

describe.each(ENGINES)('the database engine $name', ({ isThere, start }) => {
  describe.skipIf(!isThere)('as database of the server', () => {
    let engine: Engine
    let db: Database
    let server: Assembled
    let now = NOW
    beforeAll(async () => {
      engine = await start()
      db = await open(engine.url)
      const dataDir = makeFolder()
      server = await assemble({
        config: readConfig({ DATA_DIR: dataDir, FREE_DOWNLOAD_CREDITS: '1' }),
        db,
        log: pino({ level: 'silent' }),
        files: new Map(),
        now: () => now,
      })
    })
    afterAll(async () => {
      await server.close()
      db.close()
      await engine.stop()
    })

    const addAccount = async (id: string) => {
      const email = `${id}@example.org`
      await db.query((orm) =>
        orm.insert(users).values({ id, email, emailKey: email, passwordHash: 'x', createdAt: 0 }).run(),
      )
      await db.query((orm) => orm.insert(profiles).values({ id, downloadCredits: 2 }).run())
    }
    const browse = (cookie = '') => new Browser(ORIGIN, cookie, async (url, init) => server.app.request(url, init))
    const keyed = (key: string) => ({ 'idempotency-key': key })

    it('inserting a row for a deleted account fails with a foreign key error', async () => {
      const row = { userId: 'deleted', secret: 'A'.repeat(32) }
      const failed = await db
        .query((orm) => orm.insert(secondFactors).values(row).run())
        .catch((error: unknown) => error)
      expect(isForeignKeyFailure(failed)).toBe(true)
    })

    it('opening a database a second time reports no problem', async () => {
      const again = await open(engine.url)
      expect(await again.probe()).toBeNull()
      again.close()
    })

    it('errors of SQL statements do not contain parameters', async () => {
      const row = { userId: 'nobody', secret: 'JBSWY3DPEHPK3PXP' }
      const insert = (orm: Orm) => orm.insert(secondFactors).values(row).run()
      for (const fail of [() => db.query(insert), () => db.transaction(async (orm) => void (await insert(orm)))]) {
        const error: unknown = await fail().catch((caught: unknown) => caught)
        expect(inspect(error, { depth: 9 })).toContain('constraint failed')
        expect(inspect(error, { depth: 9 })).not.toContain(row.secret)
      }
    })

    it('a visitor signs up, signs in, downloads and signs out', async () => {
      const vera = await browse().signUp('vera@example.org')
      const credentials = { email: 'vera@example.org', password: PASSWORD }
      expect((await browse().post('/api/auth/signup', credentials)).status).toBe(409)
      await vera.ask('/api/auth/login', credentials)
      expect(await vera.get('/api/profile')).toMatchObject({ download_credits: 1 })
      for (let i = 0; i < 2; i++)
        expect(await vera.ask('/api/usage/image', { kind: 'image' }, keyed('image-0001'))).toEqual({
          images_generated: 1,
        })
      const statuses: number[] = []
      for (const key of ['file-0001', 'file-0001', 'file-0002'])
        statuses.push((await vera.post('/api/downloads', undefined, keyed(key))).status)
      expect(statuses).toEqual([200, 200, 402])
      expect((await vera.post('/api/downloads/file-0001/release')).status).toBe(404)
      const signedIn = browse(vera.cookie)
      expect((await vera.post('/api/auth/logout')).status).toBe(204)
      expect((await signedIn.send('/api/profile')).status).toBe(401)
    })

    it("a user buys a plan through the sandbox's checkout and portal", async () => {
      const paula = await browse().signUp('paula@example.org')
      const { url } = await paula.ask<{ url: string }>('/api/checkout', { priceId: 'price_yearly' })
      await paula.submit(url, '', { card: 'pays', delay: '0' })
      expect(await paula.ask('/api/billing/sync')).toMatchObject({ paid: true })
      expect(await paula.get('/api/access')).toMatchObject({ reason: 'paid' })
    })

    it('of two simultaneous requests with a second-factor code, one succeeds', async () => {
      const sara = await browse().signUp('sara@example.org')
      const path = '/api/account/second-factor'
      const { secret } = await sara.ask<{ secret: string }>(`${path}/setup`, { password: PASSWORD })
      const codeOf = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now })
      const { recovery_codes } = await sara.ask<{ recovery_codes: string[] }>(`${path}/confirm`, { code: codeOf() })
      expect(recovery_codes).toHaveLength(10)
      now += 30_000
      const credentials = { email: 'sara@example.org', password: PASSWORD }
      for (const code of [codeOf(), recovery_codes[0]]) {
        const tries = [1, 2, 3].map(() => browse().post('/api/auth/login', { ...credentials, code }))
        const statuses = (await Promise.all(tries)).map(({ status }) => status)
        expect(statuses.sort()).toEqual([200, 401, 401])
      }
    })

    it('a transaction that throws an error is rolled back', async () => {
      await addAccount('half')
      const broken = db.transaction(async (orm) => {
        await orm.update(profiles).set({ downloadCredits: 99 }).run()
        throw new Error('in the middle')
      })
      await expect(broken).rejects.toThrow('in the middle')
      expect((await exportAccount(db, 'half'))?.profile?.downloadCredits).toBe(2)
    })

    const double = { id: 'x', email: 'a@b.cc', emailKey: 'half@example.org', passwordHash: 'x', createdAt: 0 }
    it.each<[string, (orm: Orm) => unknown]>([
      ['a second account with an email address', (orm) => orm.insert(users).values(double).run()],
      ['a profile without an account', (orm) => orm.insert(profiles).values({ id: 'nobody' }).run()],
      ['a negative number of credits', (orm) => orm.update(profiles).set({ downloadCredits: -1 }).run()],
    ])('the database rejects %s', async (_what, write) => {
      await expect(db.query(write)).rejects.toThrow()
    })

    it('of two simultaneous sign-ups with one address, one creates an account', async () => {
      const account = { email: 'Twin@example.org', passwordHash: 'x', isVerified: true, credits: 2, now: NOW }
      const made = await Promise.all(['twin1', 'twin2'].map((id) => createAccount(db, { ...account, id })))
      expect(made.filter(Boolean)).toHaveLength(1)
      const twin = (await findAccount(db, 'twin@EXAMPLE.org'))!
      await createUsageBook(db, () => NOW, 'stripe').countImage(twin.id, 'image', 'image-0001')
      await deleteAccount({ db, now: () => NOW, random: randomBytes }, twin.id)
      expect(await exportAccount(db, twin.id)).toBeNull()
    })

    it('an account gets its lost customer back, and its deletion deletes its queued emails', async () => {
      await addAccount('payer')
      const store = createBillingStore(db)
      expect(await Promise.all([store.adopt('payer', 'cus_1'), store.adopt('payer', 'cus_1')])).toEqual([true, true])
      expect(await store.adopt('payer', 'cus_2')).toBe(false)
      expect(await store.adopt('deleted', 'cus_3')).toBe(false)
      await db.query((orm) => orm.update(billing).set({ status: 'active' }).run())
      expect([await store.charged(), await store.charged('deleted')]).toEqual([['cus_1'], []])
      const mail = { template: 'payment-failed', data: '{}', nextAt: 2_000_000_000 }
      const to = ['Payer@example.org', 'other@example.org']
      await db.query((orm) =>
        orm
          .insert(outbox)
          .values(to.map((to) => ({ ...mail, id: to, to })))
          .run(),
      )
      await deleteAccount({ db, now: () => NOW, random: randomBytes }, 'payer')
      const left = await db.query((orm) => orm.select({ to: outbox.to }).from(outbox).all())
      expect(left).toEqual([{ to: 'other@example.org' }])
    })

    it('triggers update the image totals on insert and on cascading delete', async () => {
      await addAccount('painter')
      const config = readConfig({ TRIAL_IMAGES_PER_USER_MB: '1' })
      const shelf = { db, now: () => NOW, config }
      const size = { bytes: 600_000, width: 1, height: 1 }
      const image = { userId: 'painter', editorType: 'custom_editor', imageName: null, ...size }
      expect(await shelve(shelf, 'one', 'aa/one', image)).toBe('shelved')
      expect(await shelve(shelf, 'two', 'aa/two', image)).toBe('no_room')
      expect(await hasRoom(shelf, 'painter', 400_000)).toBe(true)
      expect(await hasRoom(shelf, 'painter', 400_001)).toBe(false)
      expect(await storedTotal(db, 'painter')).toEqual({ pictures: 1, bytes: 600_000 })
      const listed: string[] = []
      for await (const { id } of listTrialImages(db)) listed.push(id)
      expect(listed).toEqual(['one'])
      await deleteAccount({ db, now: () => NOW, random: randomBytes }, 'painter')
      const queued = await db.query((orm) => orm.select().from(fileDeletions).all())
      expect(queued.map(({ storageKey }) => storageKey)).toContain('aa/one')
      expect(await storedTotal(db)).toEqual({ pictures: 0, bytes: 0 })
    })
  })
})
