/** `POST /api/render`, with a fake in place of the browser: who may, what is refused, what it costs, what it leaves. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterEach, expect, it } from 'vitest'
import { apiTokens, profiles, usage, users } from '#drizzle/schema.ts'
import { setDisabled } from '#server/auth/accounts.ts'
import { openWorkplace } from '#server/render/api/workplace.ts'
import { makeFolder } from '../helpers/folders.ts'
import { code, NEW_PASSWORD } from './helpers/accounts.ts'
import { seededRandom } from './helpers/rawRequests.ts'
import {
  type FakeBrowsers,
  fakeBrowsers,
  formOf,
  leftovers,
  listenWith,
  newToken,
  render,
} from './helpers/rendering.ts'
import { type Browser, PASSWORD, startTestServer, type TestOptions, type TestServer } from './helpers/server.ts'

let server: TestServer
let fake: FakeBrowsers
let anna: Browser & { id: string }
let token = ''
afterEach(() => server.close())

async function start(options: TestOptions & { jobs?: number; idleMs?: number; renderMs?: number } = {}) {
  const { idleMs = 60_000, renderMs = 60_000 } = options
  fake = fakeBrowsers(options.jobs, { idleMs, renderMs })
  const env = { RENDER: 'on', BILLING: 'sandbox', FREE_DOWNLOAD_CREDITS: '2', ...options.env }
  server = await startTestServer({ renderer: fake.renderer, ...options, env })
  anna = await server.signUp('anna@example.org')
  token = (await newToken(anna)).token
}

const creditsOf = (id: string) =>
  server.db.orm.select().from(profiles).where(eq(profiles.id, id)).get()?.downloadCredits
const giveCredits = (credits: number) =>
  server.db.orm.update(profiles).set({ downloadCredits: credits }).where(eq(profiles.id, anna.id)).run()
const pause = () => {
  let open = () => {}
  fake.gate = new Promise((resolve) => {
    open = resolve
  })
  return open
}
const statusesOf = async (answers: Promise<Response>[]) => {
  const all = await Promise.all(answers)
  await Promise.all(all.map((answer) => answer.arrayBuffer()))
  return all.map(({ status }) => status).sort()
}

it('is not there unless the operator switches it on', async () => {
  server = await startTestServer()
  const bert = await server.signUp('bert@example.org')
  expect((await render(server, `midground_${'x'.repeat(43)}`)).status).toBe(404)
  for (const [method, path] of [
    ['GET', ''],
    ['POST', ''],
    ['DELETE', '/abc'],
  ] as const)
    expect((await bert.send(`/api/account/api-tokens${path}`, { method })).status).toBe(404)
  expect(await (await server.visitor.send('/api/config')).json()).toMatchObject({ render: false })
})

it('answers the picture and leaves nothing on the disk', async () => {
  await start()
  const form = formOf({ set: ['text1=Hello', 'Title=a=b'], fill: 'city=Köln', size: '300x400', format: 'jpeg' })
  const answer = await render(server, token, form)
  expect([answer.status, await answer.text()]).toEqual([200, 'the photo'])
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': '9',
    'content-disposition': 'attachment; filename="picture.jpg"',
    'cache-control': 'no-store',
    'midground-subject': 'sure',
    'midground-left-out': 'Zeichnung%201',
  })
  expect(fake.orders[0]).toMatchObject({
    design: { ours: 'poster' },
    name: 'anna.jpg',
    settings: { format: 'jpeg', size: 'pixels', width: 300, height: 400, fitting: 'crop', colors: 'photo' },
    texts: { layers: { text1: 'Hello', Title: 'a=b' }, placeholders: { city: 'Köln', photo: 'anna', n: '1' } },
  })
  await expect.poll(() => leftovers(server)).toEqual([])
  expect(creditsOf(anna.id)).toBe(1)
})

it('knows tokens by their hashes, notes their use, and shows the secret once', async () => {
  const logLines: string[] = []
  await start({ logLines })
  const rows = server.db.orm.select().from(apiTokens).all()
  expect(rows).toMatchObject([{ userId: anna.id, name: 'shop', lastUsedAt: null }])
  expect(JSON.stringify(rows)).not.toContain(token)
  server.clock.ms += 5000
  await (await render(server, token)).arrayBuffer()
  const list = await (await anna.send('/api/account/api-tokens')).json()
  expect(list).toEqual({
    tokens: [
      {
        id: rows[0]!.id,
        name: 'shop',
        created_at: expect.stringMatching(/Z$/),
        last_used_at: new Date(Math.floor(server.clock.ms / 1000) * 1000).toISOString(),
      },
    ],
  })
  const { apiTokens: exported } = (await (await anna.send('/api/account/export')).json()) as { apiTokens: object[] }
  expect(exported).toEqual([{ name: 'shop', createdAt: rows[0]!.createdAt, lastUsedAt: expect.any(Number) }])
  expect(logLines.join('')).not.toContain(token.slice(10))
  expect(logLines.join('')).toContain('"rendered"')
})

it.each([
  ['none', () => null],
  ['another one', () => `midground_${'x'.repeat(43)}`],
  ['a part', () => token.slice(0, -1)],
  ['its hash', () => server.db.orm.select().from(apiTokens).get()!.hash],
  ['code', () => "' or 1=1 --"],
])('refuses %s in place of a token', async (_, wrong) => {
  await start()
  const answer = await render(server, wrong())
  expect([answer.status, await code(answer)]).toEqual([401, 'bad_token'])
  expect(answer.headers.get('www-authenticate')).toBe('Bearer')
})

it('takes no cookie for a token, and a token for no session', async () => {
  await start()
  const cookie = { cookie: anna.cookie }
  expect((await render(server, null, formOf(), cookie)).status).toBe(401)
  const headers = { authorization: `Bearer ${token}` }
  expect((await server.visitor.send('/api/profile', { headers })).status).toBe(401)
  expect((await server.visitor.send('/api/account/api-tokens', { headers })).status).toBe(401)
})

it('ends tokens singly, with a new password, with the account, and while it is disabled', async () => {
  await start({ env: { BILLING: 'off' } })
  const bert = await server.signUp('bert@example.org')
  const second = await newToken(anna, 'second')
  const path = `/api/account/api-tokens/${second.id}`
  expect((await bert.send(path, { method: 'DELETE' })).status).toBe(404)
  expect((await anna.send(path, { method: 'DELETE' })).status).toBe(204)
  expect((await anna.send(path, { method: 'DELETE' })).status).toBe(404)
  expect(await statusesOf([render(server, second.token), render(server, token)])).toEqual([200, 401])

  await setDisabled(server.db, anna.id, 1)
  expect((await render(server, token)).status).toBe(401)
  await setDisabled(server.db, anna.id, null)
  const bertToken = (await newToken(bert)).token
  const change = { method: 'POST', json: { current: PASSWORD, next: NEW_PASSWORD } }
  expect((await bert.send('/api/auth/password/change', change)).status).toBe(204)
  expect((await render(server, bertToken)).status).toBe(401)
  server.db.orm.delete(users).where(eq(users.id, anna.id)).run()
  expect((await render(server, token)).status).toBe(401)
  expect(server.db.orm.select().from(apiTokens).all()).toEqual([])
  expect(fake.orders, 'nothing is rendered for a token that has ended').toHaveLength(1)
})

it('creates tokens for the password alone, with a name, and twenty at most', async () => {
  await start()
  const create = async (json: object) => (await anna.send('/api/account/api-tokens', { method: 'POST', json })).status
  expect(await create({ name: 'x', password: 'wrong wrong' })).toBe(401)
  for (const name of ['', '  ', '\u0000', 'x'.repeat(61), 7])
    expect(await create({ name, password: PASSWORD })).toBe(400)
  expect(await create({ name: '🙂'.repeat(60), password: PASSWORD })).toBe(201)
  const made = await Promise.all(Array.from({ length: 20 }, () => create({ name: 'x', password: PASSWORD })))
  expect(made.filter((status) => status === 201)).toHaveLength(18)
  expect(made.filter((status) => status === 409)).toHaveLength(2)
})

it('limits wrong tokens by address and calls by token, and says when to come back', async () => {
  await start({ env: { RATE_LIMITS: 'api-token-failed=3 render=4', FREE_DOWNLOAD_CREDITS: '99' } })
  const wrong: Response[] = []
  for (let i = 0; i < 4; i++) wrong.push(await render(server, 'nothing'))
  expect(wrong.map(({ status }) => status)).toEqual([401, 401, 401, 429])
  expect(Number(wrong[3]?.headers.get('retry-after'))).toBeGreaterThan(0)
  const right: Response[] = []
  for (let i = 0; i < 5; i++) right.push(await render(server, token))
  expect(right.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429])
  const other = (await newToken(anna, 'other')).token
  expect((await render(server, other)).status).toBe(200)
})

it('bounds the queue, and what one token takes of it', async () => {
  await start({ env: { BILLING: 'off' } })
  const open = pause()
  const own = Array.from({ length: 20 }, () => render(server, token))
  await expect.poll(() => fake.orders).toHaveLength(1)
  const others = await Promise.all(['b', 'c', 'd'].map((name) => newToken(anna, name)))
  const more = others.flatMap((other) => Array.from({ length: 4 }, () => render(server, other.token)))
  let refused = 0
  for (const answer of [...own, ...more]) void answer.then(() => refused++)
  await expect.poll(() => refused).toBe(23) // of 32: nine places are taken, and none is free yet
  open()
  const statuses = await statusesOf(own)
  expect(statuses).toEqual([...Array(4).fill(200), ...Array(16).fill(429)])
  // nine places: one that is rendered and eight that wait
  expect(await statusesOf(more)).toEqual([...Array(5).fill(200), ...Array(7).fill(429)])
  expect(fake.most).toBe(1)
  const busy = (await Promise.all(own)).find(({ status }) => status === 429)
  expect(Number(busy?.headers.get('retry-after'))).toBeGreaterThan(0)
  await expect.poll(() => leftovers(server)).toEqual([])
  expect(await statusesOf([render(server, token)])).toEqual([200])
})

it('charges each picture of many at once exactly, and nothing that fails', async () => {
  await start({ jobs: 3 })
  giveCredits(2)
  expect(await statusesOf(Array.from({ length: 4 }, () => render(server, token)))).toEqual([200, 200, 402, 402])
  expect(creditsOf(anna.id)).toBe(0)
  giveCredits(1)
  fake.answers.push({ ok: false, error: 'decode-failed' })
  expect(await statusesOf([render(server, token)])).toEqual([422])
  expect(creditsOf(anna.id)).toBe(1)
  const charges = server.db.orm.select().from(usage).where(eq(usage.userId, anna.id)).all()
  expect(charges.map(({ charged }) => charged)).toEqual([1, 1])
})

it('charges the same form under the same key once, and another form again', async () => {
  await start()
  const key = { 'idempotency-key': 'photo-0001' }
  for (let i = 0; i < 3; i++) expect(await statusesOf([render(server, token, formOf(), key)])).toEqual([200])
  expect(creditsOf(anna.id)).toBe(1)
  const other = () => formOf({ photo: new File(['another photo'], 'anna.jpg') })
  expect(await statusesOf([render(server, token, other(), key)])).toEqual([200])
  expect(creditsOf(anna.id)).toBe(0)
  expect(await statusesOf([render(server, token, formOf(), key), render(server, token, other(), key)])).toEqual([
    200, 200,
  ])
  expect(await statusesOf([render(server, token, formOf({ format: 'webp' }), key)])).toEqual([402])
  expect((await render(server, token, formOf(), { 'idempotency-key': 'short' })).status).toBe(400)
})

it('neither answers nor charges for a token that is revoked while it renders', async () => {
  await start()
  const open = pause()
  const answer = render(server, token)
  await expect.poll(() => fake.orders).toHaveLength(1)
  server.db.orm.delete(apiTokens).run()
  open()
  expect([(await answer).status, await code(await answer)]).toEqual([401, 'bad_token'])
  expect(creditsOf(anna.id)).toBe(2)
  await expect.poll(() => leftovers(server)).toEqual([])
})

const BAD: [string, Parameters<typeof formOf>[0], number, string][] = [
  ['no photo', { photo: null }, 422, 'The file "photo" is missing.'],
  ['no design', { design: null }, 422, 'The form needs one "design"'],
  ['two designs', { design: ['poster', 'quote'] }, 422, 'The form needs one "design"'],
  ['a photo that is a field', { photo: 'text' }, 422, 'The file "photo" is missing.'],
  ['another format', { format: 'gif' }, 422, 'format gif: png, jpeg or webp.'],
  ['a size that is none', { size: '0x9' }, 422, 'size 0x9: width and height in px'],
  ['a text without a name', { set: '=x' }, 422, 'set =x'],
  ['an unknown field', { out: '/etc' }, 422, 'There is no field "out".'],
  ['an option of the command line', { jobs: '16' }, 422, 'There is no field "jobs".'],
  ['two photos', { photo: [new File(['a'], 'a'), new File(['b'], 'b')] as never }, 422, 'one file "photo"'],
  ['a file with another name', { other: new File(['a'], 'a') }, 422, 'one file "photo"'],
  ['a field that is too long', { set: `a=${'x'.repeat(10_001)}` }, 422, 'A field is too long.'],
  ['too many fields', { set: Array.from({ length: 101 }, (_, i) => `t${i}=x`) }, 422, 'too many parts'],
]
it.each(BAD)('refuses %s in words', async (_, fields, status, words) => {
  await start()
  const answer = await render(server, token, formOf(fields))
  expect([answer.status, ((await answer.json()) as { error: { message: string } }).error.message]).toEqual([
    status,
    expect.stringContaining(words),
  ])
  await expect.poll(() => leftovers(server)).toEqual([])
  expect(fake.orders).toEqual([])
})

it.each([
  ['unsupported-type', 415, 'unsupported_type', 'This is no JPEG, PNG, WebP or HEIC file.'],
  ['decode-failed', 422, 'decode_failed', 'The photo is damaged or empty.'],
  ['too-large', 413, 'too_large', 'The photo or the picture is too large.'],
  ['design: damaged', 422, 'design_damaged', 'The design is damaged.'],
  ['design: unknown', 422, 'design_unknown', 'There is no design with this id.'],
  ['out-of-memory', 503, 'out_of_memory', 'There is not enough memory.'],
  ['TypeError: secret/path', 500, 'internal', 'Something went wrong. Please try again.'],
])('answers the failure %s with %i and a sentence', async (error, status, name, message) => {
  await start()
  fake.answers.push({ ok: false, error })
  const answer = await render(server, token)
  expect([answer.status, await answer.json()]).toEqual([status, { error: { code: name, message } }])
})

it('refuses what is too large, also where its length is not declared', async () => {
  await start()
  expect((await render(server, token, formOf(), { 'content-length': '999999999' })).status).toBe(413)
  const photo = new File([new Uint8Array(50 * 2 ** 20 + 1)], 'large.jpg')
  const answer = await render(server, token, formOf({ photo }))
  expect([answer.status, await code(answer)]).toEqual([413, 'too_large'])
  await expect.poll(() => leftovers(server)).toEqual([])
})

it('keeps a browser for one account, ends it for another one and when nobody needs it', async () => {
  await start({ idleMs: 3000, env: { BILLING: 'off' } })
  const bert = await server.signUp('bert@example.org')
  const other = (await newToken(bert)).token
  for (const each of [token, token, other]) await statusesOf([render(server, each)])
  expect([fake.started, fake.closed]).toEqual([2, 1])
  await expect.poll(() => fake.closed).toBe(2)
})

it('replaces a browser that has ended by itself, once', async () => {
  await start()
  fake.answers.push({ ok: false, error: 'tab-lost' })
  expect(await statusesOf([render(server, token)])).toEqual([200])
  expect(fake.started).toBe(2)
  fake.answers.push({ ok: false, error: 'tab-lost' }, { ok: false, error: 'tab-lost' })
  const answer = await render(server, token)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10'])
  expect(creditsOf(anna.id)).toBe(1)
})

it('ends a rendering that takes too long', async () => {
  await start({ renderMs: 200 })
  pause()
  const answer = await render(server, token)
  expect([answer.status, await code(answer)]).toEqual([503, 'timed_out'])
  expect([fake.closed, creditsOf(anna.id), leftovers(server)]).toEqual([1, 2, []])
})

it('leaves the browser of the next rendering alone when the time of an earlier one is over', async () => {
  await start({ renderMs: 4000, env: { BILLING: 'off' } })
  expect(await statusesOf([render(server, token)])).toEqual([200])
  await wait(3000)
  const open = pause()
  const next = render(server, token)
  await wait(1500) // the first one's time is over, the second one's is not
  open()
  expect(await statusesOf([next])).toEqual([200])
  expect([fake.started, fake.closed]).toEqual([1, 0])
})

it('says in a sentence that there is no browser', async () => {
  const env = { RENDER: 'on', CHROMIUM_PATH: '/nowhere/chromium' }
  server = await startTestServer({ env })
  token = (await newToken(await server.signUp('anna@example.org'))).token
  const answer = await render(server, token)
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { error: { code: 'no_browser', message: 'This server has no browser to render with. Please ask its operator.' } },
  ])
  expect(leftovers(server)).toEqual([])
})

it('aborts the rendering when the client leaves, waiting or rendered, and gives its place to the next', async () => {
  await start({ env: { BILLING: 'off' } })
  const { port, close } = await listenWith(server)
  const send = (signal: AbortSignal) =>
    fetch(`http://127.0.0.1:${port}/api/render`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: formOf(),
      signal,
    })
  const open = pause()
  const leaving = new AbortController()
  const answers = Promise.allSettled([send(leaving.signal), send(leaving.signal)])
  await expect.poll(() => leftovers(server).filter((name) => name.endsWith('photo'))).toHaveLength(2)
  await expect.poll(() => fake.started).toBe(1) // the file of a photo is there before the request is read to its end
  const staying = send(new AbortController().signal)
  leaving.abort()
  await answers
  await expect.poll(() => fake.closed).toBe(1)
  open()
  expect([(await staying).status, await (await staying).text()]).toEqual([200, 'the photo'])
  expect(fake.orders).toHaveLength(2) // the one that waited never began
  await expect.poll(() => leftovers(server)).toEqual([])
  await close()
})

const head = (length: number) =>
  `POST /api/render HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n` +
  `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n`
const PART = '--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'

it('gives up senders that trickle', async () => {
  await start({ env: { BILLING: 'off' }, renderTimes: { bodyTimes: { idleMs: 300, totalMs: 1500 } } })
  const { port, close } = await listenWith(server)
  for (const everyMs of [100, 2000]) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    const answered = new Promise<string>((done) => socket.once('data', (bytes) => done(bytes.toString())))
    socket.write(head(100_000) + PART)
    const trickle = setInterval(() => socket.write('x'), everyMs)
    expect(await answered).toMatch(/^HTTP\/1\.1 408 /)
    clearInterval(trickle)
    socket.destroy()
  }
  await expect.poll(() => leftovers(server)).toEqual([])
  await close()
})

it('gives up readers that do not read', async () => {
  await start({ env: { BILLING: 'off' }, renderTimes: { stallMs: 500 } })
  const { port, close } = await listenWith(server)
  const photo = Buffer.alloc(30 * 2 ** 20, 7)
  const form = Buffer.concat([
    Buffer.from(`--x\r\nContent-Disposition: form-data; name="design"\r\n\r\nposter\r\n${PART}`),
    photo,
    Buffer.from('\r\n--x--\r\n'),
  ])
  const deaf = connect(port, '127.0.0.1')
  deaf.on('error', () => undefined)
  deaf.pause()
  deaf.write(Buffer.concat([Buffer.from(head(form.length)), form]))
  await expect.poll(() => fake.orders).toHaveLength(1)
  await expect.poll(() => leftovers(server)).toEqual([])
  deaf.destroy()
  expect(await statusesOf([render(server, token)])).toEqual([200])
  await close()
})

it('keeps no place for a request whose files have no room', async () => {
  await start({ env: { BILLING: 'off' } })
  const inTheWay = join(server.folder, 'rendering')
  writeFileSync(inTheWay, '')
  for (let i = 0; i < 5; i++) expect(await statusesOf([render(server, token)])).toEqual([500])
  rmSync(inTheWay)
  expect(await statusesOf([render(server, token)])).toEqual([200])
})

it('takes odd multiparts and raw bytes for what they are', async () => {
  await start({ env: { BILLING: 'off' } })
  const random = seededRandom(74)
  const whole = Buffer.from(await new Response(formOf({ set: 'text1=Hello' })).arrayBuffer())
  const boundary = /^--(\S+)/.exec(whole.toString('latin1'))![1]
  const types = [
    `multipart/form-data; boundary=${boundary}`,
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary="${'b'.repeat(5000)}"`,
    'multipart/mixed; boundary=x',
    'application/json',
    'image/png',
  ]
  const statuses = new Set<number>()
  for (let i = 0; i < 400; i++) {
    const bytes = Buffer.from(whole)
    const changes = Math.floor(random() * 12)
    for (let n = 0; n < changes; n++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
    const body = random() < 0.3 ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes
    const type = random() < 0.7 ? types[0]! : types[Math.floor(random() * types.length)]!
    const answer = await render(server, token, body as never, { 'content-type': type })
    await answer.arrayBuffer()
    statuses.add(answer.status)
    expect([200, 415, 422], `${i}: ${answer.status}`).toContain(answer.status)
  }
  expect([...statuses].sort()).toEqual([200, 415, 422])
  await expect.poll(() => leftovers(server)).toEqual([])
})

it('ends what is under way when the server stops', async () => {
  await start()
  pause()
  const answer = render(server, token)
  await expect.poll(() => fake.orders).toHaveLength(1)
  const { folder } = server
  await server.close()
  expect((await answer).status).toBe(503)
  expect([fake.closed, existsSync(join(folder, 'rendering'))]).toEqual([1, false])
  server = await startTestServer()
})

it('removes at the start what a killed process has left, profiles elsewhere too', async () => {
  const root = join(makeFolder(), 'rendering')
  const elsewhere = join(makeFolder(), 'midground-render-abcdef')
  const innocent = join(makeFolder(), 'photos')
  for (const folder of [join(root, 'request-abcdef'), elsewhere, innocent]) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'photo'), 'x')
  }
  writeFileSync(join(root, 'midground-render-abcdef.elsewhere'), elsewhere)
  writeFileSync(join(root, 'cut-short.elsewhere'), innocent)
  openWorkplace(root, 'linux')
  expect([root, elsewhere, innocent].map((path) => existsSync(path))).toEqual([false, false, true])
  server = await startTestServer()
})
