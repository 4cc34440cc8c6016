import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { trialImages, trialImageTotals, users } from '#drizzle/schema.ts'
import { deleteQueuedFiles } from '#server/storage/file-deletions.ts'
import { storedTotal, sweepOrphans, sweepTrialImages } from '#server/trial-images/images.ts'
import { type Browser, ORIGIN, PASSWORD } from './helpers/browser.ts'
import { chunk, file, header, heavyPng, png } from './helpers/png.ts'
import { setRole, startTestServer, type TestServer } from './helpers/server.ts'

const DAY_MS = 86_400_000
const NOTHING = { pictures: 0, bytes: 0 }

let server: TestServer
let anna: Browser & { id: string }
beforeEach(async () => {
  server = await startTestServer({ env: { BILLING: 'sandbox', TRIAL_IMAGES_PER_USER_MB: '1' } })
  anna = await server.signUp('anna@example.org')
  setRole(server, anna.id, 'trial')
})

interface Form {
  image?: Uint8Array | null
  userId?: string
  editorType?: string
  imageName?: string
  fileName?: string
}

function form({
  image = png(),
  userId = anna.id,
  editorType = 'custom_editor',
  imageName = 'me.png',
  fileName = 'image.png',
}: Form = {}): FormData {
  const data = new FormData()
  if (image) data.append('image', new Blob([image as Uint8Array<ArrayBuffer>], { type: 'image/png' }), fileName)
  for (const [name, value] of Object.entries({ userId, editorType, imageName })) data.append(name, value)
  return data
}

function withParts(data: FormData, parts: readonly (readonly [string, string | Blob])[]): FormData {
  for (const [name, value] of parts) data.append(name, value as Blob)
  return data
}

const upload = (body: BodyInit, headers: Record<string, string> = {}) =>
  anna.send('/api/save-trial-image', { method: 'POST', body, headers })

/** Sends the body without a declared length. The first argument is a request with the body's content type. */
const uploadStream = async ({ headers }: Request, body: BodyInit | null) => {
  const sent = { origin: ORIGIN, cookie: anna.cookie, 'content-type': headers.get('content-type') ?? '' }
  const init = { method: 'POST', headers: sent, body, duplex: 'half' } as RequestInit
  return server.app.request(`${ORIGIN}/api/save-trial-image`, init)
}

const folder = () => join(server.folder, 'trial-images')
const files = () =>
  existsSync(folder())
    ? readdirSync(folder(), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : []
const rows = () => server.db.orm.select().from(trialImages).all()

it('the server stores the export of a trial account under a random file name', async () => {
  const picture = png(40, 30)
  const names = { imageName: '../../etc/passwd\u0000\u202e', fileName: '../../../etc/cron.d/x' }
  expect((await upload(form({ image: picture, ...names }))).status).toBe(201)
  const facts = { width: 40, height: 30, bytes: picture.length, editorType: 'custom_editor' }
  expect(rows()).toMatchObject([{ userId: anna.id, imageName: '../../etc/passwd', ...facts }])
  const [stored] = files()
  expect(stored).toMatch(/trial-images\/[a-z2-7]{2}\/[a-z2-7]{24}$/)
  expect(readFileSync(stored!).equals(picture)).toBe(true)
  expect(statSync(stored!).mode & 0o777).toBe(0o600)
})

it.each([
  ['a subscriber', 'pro'],
  ['a free account', 'free'],
] as const)('the server does not store any export of %s', async (_who, role) => {
  setRole(server, anna.id, role)
  expect((await upload(form())).status).toBe(204)
  expect([rows(), files()]).toEqual([[], []])
})

it("the server doesn't store any export between the user's opt-out and opt-in", async () => {
  const consent = (consented: boolean) => anna.post('/api/trial-images/consent', { consented })
  const found = await (await anna.send('/api/trial-images/consent')).json()
  expect(found).toEqual({ offered: true, days: 30, consented: true })
  await consent(false)
  expect((await upload(form())).status).toBe(204)
  await consent(true)
  expect((await upload(form())).status).toBe(201)
})

it('with TRIAL_IMAGES=off, the server does not store any export', async () => {
  const off = await startTestServer({ env: { BILLING: 'sandbox', TRIAL_IMAGES: 'off' } })
  const ben = await off.signUp('ben@example.org')
  setRole(off, ben.id, 'trial')
  expect((await ben.send('/api/save-trial-image', { method: 'POST', body: form({ userId: ben.id }) })).status).toBe(204)
  expect(existsSync(join(off.folder, 'trial-images'))).toBe(false)
})

describe('a rejected upload', () => {
  const program = Buffer.concat([png().subarray(0, 8), Buffer.from('MZ\u0090\u0000')])
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

  it.each<[string, Form, number, string]>([
    ['an SVG with a script', { image: Buffer.from(svg) }, 415, 'not_png'],
    ['HTML instead of a PNG', { image: Buffer.from('<!doctype html><script>alert(1)</script>') }, 415, 'not_png'],
    ['a JPEG named as a PNG', { image: Buffer.from('ffd8ffe000104a464946', 'hex') }, 415, 'not_png'],
    ['a program after the PNG signature', { image: program }, 415, 'not_png'],
    ['60000 × 60000 pixels', { image: file(header(60_000, 60_000), chunk('IDAT'), chunk('IEND')) }, 415, 'not_png'],
    ['16000 × 16000 pixels', { image: file(header(16_000, 16_000), chunk('IDAT'), chunk('IEND')) }, 415, 'not_png'],
    ['0 × 0 pixels', { image: file(header(0, 0), chunk('IDAT'), chunk('IEND')) }, 415, 'not_png'],
    ['no header', { image: file(chunk('IDAT'), chunk('IEND')) }, 415, 'not_png'],
    ['an empty file', { image: Buffer.alloc(0) }, 415, 'not_png'],
    ['no file', { image: null }, 400, 'invalid_request'],
    ['another value of editorType', { editorType: 'other_editor' }, 400, 'invalid_request'],
    ["another account's id", { userId: 'somebody-else' }, 403, 'forbidden'],
    ['26 MiB', { image: heavyPng(26 * 1024 * 1024) }, 413, 'too_large'],
    ['more bytes than the quota of an account', { image: heavyPng(1_200_000) }, 507, 'quota'],
  ])("an upload with %s is rejected and doesn't leave a file", async (_what, what, status, code) => {
    const answer = await upload(form(what))
    expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([status, code])
    expect([rows(), files()]).toEqual([[], []])
  })

  it('the server stops reading a form whose first part never ends', async () => {
    const piece = new Uint8Array(1024 * 1024).fill(32)
    let pieces = 0
    const endless = new ReadableStream({
      pull(controller) {
        pieces += 1
        if (pieces > 100) controller.close()
        else controller.enqueue(piece)
      },
    })
    const answer = await uploadStream(new Request(ORIGIN, { method: 'POST', body: form() }), endless)
    expect([answer.status, pieces < 30]).toEqual([413, true])
  })

  it('the server rejects a 26 MiB upload without a declared length', async () => {
    server = await startTestServer({ env: { BILLING: 'sandbox' } })
    anna = await server.signUp('anna@example.org')
    setRole(server, anna.id, 'trial')
    const whole = new Request('http://x', { method: 'POST', body: form({ image: heavyPng(26 * 1024 * 1024) }) })
    const answer = await uploadStream(whole, whole.body)
    expect([answer.status, rows(), files()]).toEqual([413, [], []])
  })

  const extra = Array.from({ length: 20 }, (_, i) => [`extra${i}`, 'x'] as const)
  const second = () => new Blob([png() as Uint8Array<ArrayBuffer>])
  it.each<[string, () => FormData]>([
    ['two files', () => withParts(form(), [['image', second()]])],
    ['a file under another name', () => withParts(form({ image: null }), [['picture', second()]])],
    ['more fields than the form allows', () => withParts(form(), extra)],
  ])("a form with %s is rejected and doesn't leave a file", async (_what, make) => {
    expect((await upload(make())).status).toBe(400)
    expect(files()).toEqual([])
  })

  it('the server rejects a form that ends in the middle of the image', async () => {
    const head = `--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`
    const body = Buffer.concat([Buffer.from(head), png().subarray(0, 40)])
    const answer = await upload(body, { 'content-type': 'multipart/form-data; boundary=b' })
    expect(answer.status).toBe(400)
    expect([rows(), files()]).toEqual([[], []])
  })
})

it('the server deletes trial images after their retention period, and not a day earlier', async () => {
  await upload(form())
  server.clock.ms += 30 * DAY_MS
  expect(await sweepTrialImages(server.deps)).toBe(0)
  server.clock.ms += 2000
  expect(await sweepTrialImages(server.deps)).toBe(1)
  expect([rows(), files()]).toEqual([[], []])
})

it('the server deletes an image file without a row after one day', async () => {
  await upload(form())
  const [kept] = files()
  const lost = [join(folder(), 'zz/abcdefgh'), join(folder(), 'zz/hijklmno.part')]
  mkdirSync(join(folder(), 'zz'))
  const foreign = join(folder(), 'zz/Notes of the operator.txt')
  for (const file of [...lost, foreign, join(folder(), 'notes')]) writeFileSync(file, 'x')
  expect(await sweepOrphans(server.deps)).toBe(0)
  expect(files()).toHaveLength(5)
  for (const file of files()) utimesSync(file, new Date(0), new Date(server.clock.ms - DAY_MS - 1000))
  expect(await sweepOrphans(server.deps)).toBe(2)
  expect(files().sort()).toEqual([kept, join(folder(), 'notes'), foreign].sort())
})

it('deleting the account during an upload does not leave any stored image', async () => {
  await server.signUp('ben@example.org') // Ben's account isn't deleted
  const whole = new Request(ORIGIN, { method: 'POST', body: form() })
  const bytes = new Uint8Array(await whole.arrayBuffer())
  const parts = [bytes.subarray(0, 200), bytes.subarray(200)]
  const deleted = async () =>
    (await anna.send('/api/account', { method: 'DELETE', json: { password: PASSWORD }, headers: { cookie } })).status
  const { cookie } = anna
  const statuses: number[] = []
  const body = new ReadableStream({
    async pull(controller) {
      const part = parts.shift()
      if (part === undefined) return controller.close()
      if (parts.length === 0) statuses.push(await deleted())
      controller.enqueue(part)
    },
  })
  const answer = await uploadStream(whole, body)
  expect([...statuses, answer.status, files(), rows()]).toEqual([204, 401, [], []])
})

describe('running totals of the trial images', () => {
  const add = (count: number, change: Partial<typeof trialImages.$inferInsert> = {}) => {
    for (let i = 0; i < count; i++) {
      const id = `${change.userId ?? anna.id}-${i}`
      const image = { editorType: 'custom_editor', bytes: 10, width: 1, height: 1, createdAt: 1, deleteAfter: 1 }
      const row = { id, userId: anna.id, storageKey: `zz/${id.replace('-', 'zzzzzzzz')}`, ...image, ...change }
      server.db.orm.insert(trialImages).values(row).run()
    }
  }
  const total = (owner?: string) => storedTotal(server.db, owner)

  it('the running totals of images and bytes are updated with every insertion and deletion', async () => {
    const ben = await server.signUp('ben@example.org')
    add(3)
    add(2, { userId: ben.id, bytes: 7 })
    expect([await total(), await total(anna.id), await total(ben.id)]).toEqual([
      { pictures: 5, bytes: 44 },
      { pictures: 3, bytes: 30 },
      { pictures: 2, bytes: 14 },
    ])
    server.db.orm.delete(users).where(eq(users.id, ben.id)).run() // a cascade deletes the images
    const first = eq(trialImages.id, `${anna.id}-0`)
    server.db.orm.delete(trialImages).where(first).run()
    expect([await total(), await total(anna.id), await total(ben.id)]).toEqual([
      { pictures: 2, bytes: 20 },
      { pictures: 2, bytes: 20 },
      NOTHING,
    ])
  })

  it('the server rejects an upload beyond the storage quota', async () => {
    server.db.orm.insert(trialImageTotals).values({ owner: anna.id, pictures: 1, bytes: 999_990 }).run()
    expect((await upload(form())).status).toBe(507)
  })

  it('deleting many expired images pauses between steps so that the server can answer other requests', async () => {
    add(500)
    let rests = 0
    const pause = async () => void rests++
    expect(await sweepTrialImages({ ...server.deps, pause })).toBe(500)
    // 10 pauses while rows are deleted, and 10 while files are deleted
    expect([rests, await total()]).toEqual([20, NOTHING])
  })
})

it("the sweep skips an image file that can't be deleted", async () => {
  const { storage } = server.deps
  for (let i = 0; i < 3; i++) await upload(form())
  const stuck = rows()[0]?.storageKey
  server.clock.ms += 31 * DAY_MS
  const failing = (fails: (key: string) => boolean) => {
    const remove = (key: string) => (fails(key) ? Promise.reject(new Error('away')) : storage.delete(key))
    return { ...server.deps, storage: { ...storage, delete: remove } }
  }
  await expect(sweepTrialImages(failing(() => true))).rejects.toThrow('away')
  expect([rows().length, files().length]).toEqual([0, 3])
  server.clock.ms += 60_000
  expect(await deleteQueuedFiles(failing((key) => key === stuck))).toBe(2)
  server.clock.ms += 60_000
  expect(await deleteQueuedFiles(server.deps), 'the next attempt is not due yet').toBe(0)
  server.clock.ms += 60_000
  expect([await deleteQueuedFiles(server.deps), files()]).toEqual([1, []])
})

describe('the owner of trial images', () => {
  const list = async (browser: Browser = anna) =>
    ((await (await browser.send('/api/trial-images')).json()) as { images: { id: string; name: string }[] }).images

  it('the owner lists, downloads and deletes single trial images', async () => {
    const picture = png(40, 30)
    await upload(form({ image: picture, imageName: 'one.png' }))
    server.clock.ms += 1000
    await upload(form({ imageName: 'two.png' }))
    const [two, one] = await list()
    expect([two?.name, one?.name]).toEqual(['two.png', 'one.png'])
    const fetched = await anna.send(`/api/trial-images/stored/${one?.id}`)
    expect(fetched.headers.get('content-disposition')).toBe('attachment; filename="export.png"')
    expect(Buffer.from(await fetched.arrayBuffer()).equals(picture)).toBe(true)
    expect((await anna.send(`/api/trial-images/stored/${one?.id}`, { method: 'DELETE' })).status).toBe(204)
    expect([(await list()).map(({ name }) => name), files().length]).toEqual([['two.png'], 1])
    expect((await anna.send(`/api/trial-images/stored/${one?.id}`)).status).toBe(404)
  })

  it('HEAD of a trial image sends its headers without opening the file', async () => {
    await upload(form())
    const [image] = await list()
    const opened = vi.spyOn(server.deps.storage, 'get')
    const head = () => anna.send(`/api/trial-images/stored/${image?.id}`, { method: 'HEAD' })
    const answer = await head()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    rmSync(files()[0]!)
    expect([(await head()).status, opened.mock.calls]).toEqual([404, []])
  })

  it("no other account can read the owner's trial images", async () => {
    await upload(form())
    const [image] = await list()
    const ben = await server.signUp('ben@example.org')
    expect(await list(ben)).toEqual([])
    for (const method of ['GET', 'DELETE'])
      expect((await ben.send(`/api/trial-images/stored/${image?.id}`, { method })).status).toBe(404)
    expect(files()).toHaveLength(1)
  })

  it("opting out deletes the owner's trial images", async () => {
    for (let i = 0; i < 3; i++) await upload(form())
    const optOut = await anna.post('/api/trial-images/consent', { consented: false })
    expect([optOut.status, rows(), files(), await storedTotal(server.db)]).toEqual([204, [], [], NOTHING])
  })
})
