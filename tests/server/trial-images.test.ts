import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { trialImages } from '#drizzle/schema.ts'
import { sweepOrphans, sweepTrialImages } from '#server/trial-images/images.ts'
import { chunk, file, header, heavyPng, png } from './helpers/png.ts'
import { type Browser, PASSWORD, setRole, startTestServer, type TestServer } from './helpers/server.ts'

const DAY_MS = 86_400_000

let server: TestServer
let anna: Browser & { id: string }
beforeEach(async () => {
  server = await startTestServer({ env: { BILLING: 'sandbox', TRIAL_IMAGES_PER_USER_MB: '1' } })
  anna = await server.signUp('anna@example.org')
  setRole(server, anna.id, 'trial')
})
afterEach(() => server.close())

interface Form {
  image?: Uint8Array | null
  userId?: string
  editorType?: string
  imageName?: string
  fileName?: string
  type?: string
}

function form({
  image = png(),
  userId = anna.id,
  editorType = 'custom_editor',
  imageName = 'me.png',
  fileName = 'image.png',
  type = 'image/png',
}: Form = {}): FormData {
  const data = new FormData()
  if (image) data.append('image', new Blob([image as Uint8Array<ArrayBuffer>], { type }), fileName)
  data.append('userId', userId)
  data.append('editorType', editorType)
  data.append('imageName', imageName)
  return data
}

const upload = (body: BodyInit, headers: Record<string, string> = {}) =>
  anna.send('/api/save-trial-image', { method: 'POST', body, headers })

const folder = () => join(server.folder, 'trial-images')
const files = () =>
  existsSync(folder())
    ? readdirSync(folder(), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : []
const rows = () => server.db.orm.select().from(trialImages).all()

it('keeps the export of a trial user under a name of its own', async () => {
  const picture = png(40, 30)
  const answer = await upload(
    form({ image: picture, imageName: '../../etc/passwd\u0000\u202e', fileName: '../../../etc/cron.d/x' }),
  )
  expect(answer.status).toBe(201)
  expect(rows()).toMatchObject([
    {
      userId: anna.id,
      imageName: '../../etc/passwd',
      editorType: 'custom_editor',
      width: 40,
      height: 30,
      bytes: picture.length,
    },
  ])
  const [stored] = files()
  expect(stored).toMatch(/trial-images\/[a-z2-7]{2}\/[a-z2-7]{24}$/)
  expect(readFileSync(stored!).equals(picture)).toBe(true)
  expect(statSync(stored!).mode & 0o777).toBe(0o600)
})

it.each([
  ['a subscriber', 'pro'],
  ['a free account', 'free'],
] as const)('keeps nothing of %s', async (_who, role) => {
  setRole(server, anna.id, role)
  expect((await upload(form())).status).toBe(204)
  expect([rows(), files()]).toEqual([[], []])
})

it('keeps nothing after the opt-out, and keeps again after the opt-in', async () => {
  const consent = (consented: boolean) =>
    anna.send('/api/trial-images/consent', { method: 'POST', json: { consented } })
  expect(await (await anna.send('/api/trial-images/consent')).json()).toEqual({
    offered: true,
    days: 30,
    consented: true,
  })
  await consent(false)
  expect((await upload(form())).status).toBe(204)
  await consent(true)
  expect((await upload(form())).status).toBe(201)
})

it('keeps nothing where the operator switched it off', async () => {
  const off = await startTestServer({ env: { BILLING: 'sandbox', TRIAL_IMAGES: 'off' } })
  const ben = await off.signUp('ben@example.org')
  setRole(off, ben.id, 'trial')
  expect((await ben.send('/api/save-trial-image', { method: 'POST', body: form({ userId: ben.id }) })).status).toBe(204)
  expect(existsSync(join(off.folder, 'trial-images'))).toBe(false)
  await off.close()
})

describe('refuses, and leaves nothing behind,', () => {
  const whole = png()
  const flipped = Buffer.from(whole)
  flipped[flipped.length - 20]! ^= 1
  const lyingLength = Buffer.from(whole)
  lyingLength.writeUInt32BE(0xffffffff, 33)
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

  it.each<[string, Form, number, string]>([
    ['an SVG with a script', { image: Buffer.from(svg) }, 415, 'not_png'],
    ['a page in disguise', { image: Buffer.from('<!doctype html><script>alert(1)</script>') }, 415, 'not_png'],
    ['a JPEG with the right name', { image: Buffer.from('ffd8ffe000104a464946', 'hex') }, 415, 'not_png'],
    [
      'a program behind a signature',
      { image: Buffer.concat([whole.subarray(0, 8), Buffer.from('MZ\u0090\u0000')]) },
      415,
      'not_png',
    ],
    ['60000 × 60000 pixels', { image: file(header(60_000, 60_000), chunk('IDAT'), chunk('IEND')) }, 415, 'not_png'],
    ['16000 × 16000 pixels', { image: file(header(16_000, 16_000), chunk('IDAT'), chunk('IEND')) }, 415, 'not_png'],
    ['0 × 0 pixels', { image: file(header(0, 0), chunk('IDAT'), chunk('IEND')) }, 415, 'not_png'],
    ['a picture cut short', { image: whole.subarray(0, whole.length - 6) }, 415, 'not_png'],
    [
      'a picture with an archive behind it',
      { image: Buffer.concat([whole, Buffer.from('PK\u0003\u0004 and more')]) },
      415,
      'not_png',
    ],
    ['a wrong checksum', { image: flipped }, 415, 'not_png'],
    ['a chunk of 4 GiB that is not there', { image: lyingLength }, 415, 'not_png'],
    ['no header', { image: file(chunk('IDAT'), chunk('IEND')) }, 415, 'not_png'],
    ['two headers', { image: file(header(4, 3), header(4, 3), chunk('IDAT'), chunk('IEND')) }, 415, 'not_png'],
    ['a header without a picture', { image: file(header(4, 3), chunk('IEND')) }, 415, 'not_png'],
    ['colours that PNG does not have', { image: file(header(4, 3, 5), chunk('IDAT'), chunk('IEND')) }, 415, 'not_png'],
    ['an empty file', { image: Buffer.alloc(0) }, 415, 'not_png'],
    ['no file', { image: null }, 400, 'invalid_request'],
    ['another editor', { editorType: 'other_editor' }, 400, 'invalid_request'],
    ["somebody else's name", { userId: 'somebody-else' }, 403, 'forbidden'],
    ['26 MiB', { image: heavyPng(26 * 1024 * 1024) }, 413, 'too_large'],
    ['more than the room of one account', { image: heavyPng(1_200_000) }, 507, 'quota'],
  ])('%s', async (_what, what, status, code) => {
    const answer = await upload(form(what))
    expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([status, code])
    expect([rows(), files()]).toEqual([[], []])
  })

  it('26 MiB of unknown length', async () => {
    await server.close()
    server = await startTestServer({ env: { BILLING: 'sandbox' } })
    anna = await server.signUp('anna@example.org')
    setRole(server, anna.id, 'trial')
    const whole = new Request('http://x', { method: 'POST', body: form({ image: heavyPng(26 * 1024 * 1024) }) })
    const answer = await server.app.request('http://127.0.0.1:3000/api/save-trial-image', {
      method: 'POST',
      headers: {
        origin: 'http://127.0.0.1:3000',
        cookie: anna.cookie,
        'content-type': whole.headers.get('content-type') ?? '',
      },
      body: whole.body,
      duplex: 'half',
    } as RequestInit)
    expect([answer.status, rows(), files()]).toEqual([413, [], []])
  })

  it('two files', async () => {
    const data = form()
    data.append('image', new Blob([png() as Uint8Array<ArrayBuffer>]), 'second.png')
    expect((await upload(data)).status).toBe(400)
    expect(files()).toEqual([])
  })

  it('a file under another name', async () => {
    const data = form({ image: null })
    data.append('picture', new Blob([png() as Uint8Array<ArrayBuffer>]), 'a.png')
    expect((await upload(data)).status).toBe(400)
    expect(files()).toEqual([])
  })

  it('more fields than the form has', async () => {
    const data = form()
    for (let i = 0; i < 20; i++) data.append(`extra${i}`, 'x')
    expect((await upload(data)).status).toBe(400)
    expect(files()).toEqual([])
  })

  it.each([
    ['no boundary', 'multipart/form-data', 415],
    ['JSON', 'application/json', 415],
    ['a boundary that never comes', 'multipart/form-data; boundary=never', 400],
  ])('a form with %s', async (_what, type, status) => {
    expect((await upload('not a form at all', { 'content-type': type })).status).toBe(status)
    expect(files()).toEqual([])
  })

  it('a form that breaks off in the middle of the picture', async () => {
    const head = `--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`
    const body = Buffer.concat([Buffer.from(head), png().subarray(0, 40)])
    expect(
      (await upload(body as Uint8Array<ArrayBuffer>, { 'content-type': 'multipart/form-data; boundary=b' })).status,
    ).toBe(400)
    expect([rows(), files()]).toEqual([[], []])
  })
})

it('stops at the room of one account', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 4; i++) statuses.push((await upload(form({ image: heavyPng(300_000) }))).status)
  expect(statuses).toEqual([201, 201, 201, 507])
  expect([rows().length, files().length]).toEqual([3, 3])
})

it('deletes pictures after their days, and not a day earlier', async () => {
  await upload(form())
  server.clock.ms += 30 * DAY_MS
  expect(await sweepTrialImages(server.db, server.deps.storage, server.clock.ms)).toBe(0)
  server.clock.ms += 2000
  expect(await sweepTrialImages(server.db, server.deps.storage, server.clock.ms)).toBe(1)
  expect([rows(), files()]).toEqual([[], []])
})

it('deletes at the second sweep what a crash left without a row, and nothing else', async () => {
  await upload(form())
  const [kept] = files()
  const lost = [join(folder(), 'zz'), join(folder(), 'zz/abcdefgh'), join(folder(), 'zz/hijklmno.part')] as const
  mkdirSync(lost[0])
  for (const file of lost.slice(1)) writeFileSync(file, 'x')
  const suspects = await sweepOrphans(server.db, server.deps.storage, new Set())
  expect(files()).toHaveLength(3)
  await sweepOrphans(server.db, server.deps.storage, suspects)
  expect(files()).toEqual([kept])
})

it('deletes pictures with the account', async () => {
  await upload(form())
  expect(files()).toHaveLength(1)
  const answer = await anna.send('/api/account', { method: 'DELETE', json: { password: PASSWORD } })
  expect([answer.status, files(), rows()]).toEqual([204, [], []])
})
