/** Sends each route the requests that the route must reject. The test fails if a route of the app isn't listed here. */
import { RegExpRouter } from 'hono/router/reg-exp-router'
import { beforeAll, describe, expect, it } from 'vitest'
import { setAdmin } from '#server/auth/accounts.ts'
import { SHARED_LOST } from '#server/contract/pages/addresses.ts'
import { type Browser, ORIGIN, PASSWORD } from './helpers/browser.ts'
import { code, setRole, startTestServer, type TestServer } from './helpers/server.ts'

interface Entry {
  /** Who may use the route. 'signature': billing provider. 'token': monitoring system. 'app': the share sheet. */
  readonly who: 'anyone' | 'user' | 'admin' | 'signature' | 'token' | 'app'
  readonly body: 'json' | 'form' | 'raw' | 'none'
  /** A valid body, so that each request has only one error. */
  readonly sample?: object
  readonly path?: string
  readonly keyed?: true
  /** Invalid bodies that are JSON objects. */
  readonly garbage?: readonly object[]
}

const ODD: readonly object[] = [
  {},
  { email: 1, password: [], token: {}, kind: 'x', priceId: null, userId: 7, consented: 'yes' },
]

const anyone: Entry = { who: 'anyone', body: 'none' }
const user: Entry = { who: 'user', body: 'none' }
const admin: Entry = { who: 'admin', body: 'none' }
/** Returns a route with a JSON body. `sample`: a valid body. */
const json = (who: Entry['who'], sample: object, garbage = ODD): Entry => ({ who, body: 'json', sample, garbage })
const CREDENTIALS = { email: 'c@example.org', password: PASSWORD }
const LINK = { token: 'x'.repeat(43), password: PASSWORD }
const WRONG = { password: 'wrong wrong' }

const ROUTES: Record<string, Entry> = {
  'GET /healthz': anyone,
  'GET /readyz': anyone,
  'GET /metrics': { who: 'token', body: 'none' },
  'GET /api/config': anyone,
  'GET /.well-known/security.txt': anyone,
  'POST /api/auth/signup': json('anyone', CREDENTIALS),
  'POST /api/auth/login': json('anyone', CREDENTIALS),
  'POST /api/auth/logout': anyone,
  'GET /api/auth/session': anyone,
  'POST /api/auth/password/forgot': json('anyone', { email: 'c@example.org' }, []),
  'POST /api/auth/password/reset': json('anyone', LINK),
  'POST /api/auth/password/change': json('user', { current: 'wrong wrong', next: PASSWORD }),
  'POST /api/auth/logout-everywhere': user,
  'POST /api/auth/email/verify': json('anyone', LINK),
  'POST /api/auth/email/send': user,
  'POST /api/account/email': json('user', { email: 'c@example.org', ...WRONG }),
  'GET /api/account/sessions': user,
  'DELETE /api/account/sessions/:id': { ...user, path: '/api/account/sessions/0123456789abcdef' },
  'GET /api/account/second-factor': user,
  'POST /api/account/second-factor/setup': json('user', WRONG),
  'POST /api/account/second-factor/confirm': json('user', { code: '000000' }, [{}]),
  'DELETE /api/account/second-factor': json('user', { ...WRONG, code: '000000' }),
  'GET /api/account/export': user,
  'DELETE /api/account': json('user', WRONG),
  'GET /api/profile': user,
  'GET /api/access': user,
  'POST /api/usage/image': { ...json('user', { kind: 'image' }), keyed: true },
  'POST /api/downloads': { ...user, keyed: true },
  'POST /api/checkout': json('user', { priceId: 'price_of_nothing' }),
  'GET /api/billing/standing': user,
  'POST /api/billing/sync': user,
  'POST /api/billing/cancel-trial': user,
  'POST /api/manage-subscription': json('user', { userId: 'somebody-else' }),
  'POST /api/stripe/webhook': { who: 'signature', body: 'raw' },
  'POST /api/save-trial-image': { who: 'user', body: 'form' },
  'GET /api/trial-images/consent': user,
  'POST /api/trial-images/consent': json('user', { consented: false }),
  'GET /api/trial-images': user,
  'GET /api/trial-images/stored/:id': { ...user, path: '/api/trial-images/stored/picture-1' },
  'DELETE /api/trial-images/stored/:id': { ...user, path: '/api/trial-images/stored/picture-1' },
  'GET /api/admin/state': admin,
  'GET /api/admin/accounts': admin,
  'GET /api/admin/changes': admin,
  'POST /api/admin/accounts/:id': {
    ...json('admin', { ...WRONG, action: 'credits', amount: 5 }),
    path: '/api/admin/accounts/nobody',
  },
  'POST /share-target': { who: 'app', body: 'form' },
}

const METRICS_TOKEN = 'watch-me-if-you-can'

let server: TestServer
let anna: Browser & { id: string }
let boss: Browser & { id: string }
beforeAll(async () => {
  server = await startTestServer({ env: { BILLING: 'sandbox', METRICS_TOKEN } })
  anna = await server.signUp('anna@example.org')
  setRole(server, anna.id, 'trial')
  boss = await server.signUp('boss@example.org')
  await setAdmin(server.db, boss.id, server.clock.ms)
})

const entries = Object.entries(ROUTES).map(([name, entry]) => {
  const [method = '', pattern = ''] = name.split(' ')
  return { name, method, path: entry.path ?? pattern, ...entry }
})
type Case = (typeof entries)[number]

const isUnsafe = ({ method }: Case) => method !== 'GET'

const CONTENT_TYPES = {
  json: 'application/json',
  form: 'multipart/form-data; boundary=x',
  raw: 'application/json',
  none: undefined,
}

/** Sends a valid request. Each test replaces one part. */
function call(
  route: Case,
  change: { headers?: Record<string, string | undefined>; body?: BodyInit } = {},
): Promise<Response> {
  const headers: Record<string, string | undefined> = {
    cookie: { user: anna, admin: boss }[route.who as string]?.cookie,
    origin: isUnsafe(route) ? ORIGIN : undefined,
    'sec-fetch-site': isUnsafe(route) ? 'same-origin' : undefined,
    'content-type': CONTENT_TYPES[route.body],
    'idempotency-key': route.keyed ? 'key-12345' : undefined,
    ...change.headers,
  }
  const sent = Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined)
  const body = change.body ?? (route.sample ? JSON.stringify(route.sample) : undefined)
  const init = { method: route.method, headers: sent, ...(body === undefined ? {} : { body }) }
  return Promise.resolve(server.app.request(`${ORIGIN}${route.path}`, init))
}

it("the app has only paths that Hono's fast router supports", () => {
  // Hono falls back to a router that takes fifty times as long if a fixed segment and a parameter have the same
  // position.
  const router = new RegExpRouter<string>()
  const addAll = () => {
    for (const { method, path } of server.app.routes) router.add(method, path, path)
    return router.match('GET', '/api/profile')
  }
  expect(addAll).not.toThrow()
})

it('ROUTES contains every route of the app', () => {
  const found = server.app.routes
    .filter(({ method, path }) => method !== 'ALL' && path !== '*' && path !== '/*')
    .map(({ method, path }) => `${method} ${path}`)
  expect([...new Set(found)].sort()).toEqual(Object.keys(ROUTES).sort())
})

it.each(entries)('$name responds with the security headers', async (route) => {
  const { headers } = await server.app.request(`${ORIGIN}${route.path}`, { method: route.method })
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
})

describe.each(entries.filter(({ who }) => who === 'user'))('$name', (route) => {
  it.each([
    ['a visitor', undefined],
    ['a forged cookie', `sid=${'a'.repeat(40)}`],
    ['a cookie with SQL code', `sid=' or 1=1 --`],
    ['the session id __proto__', 'sid=__proto__'],
  ])('the route rejects %s with 401', async (_who, cookie) => {
    expect((await call(route, { headers: { cookie } })).status).toBe(401)
  })
})

describe.each(entries.filter(({ who }) => who === 'admin'))('$name', (route) => {
  it.each([
    ['a visitor', () => undefined],
    ['an account', () => anna.cookie],
    ['a forged cookie', () => `sid=${'a'.repeat(40)}`],
    ['two cookies', () => `${anna.cookie}; ${boss.cookie}`],
  ])('the admin route answers %s with 404', async (_who, cookie) => {
    const answer = await call(route, { headers: { cookie: cookie() } })
    expect([answer.status, await answer.json()]).toMatchObject([404, { error: { code: 'not_found' } }])
  })
})

describe.each(entries.filter(({ who }) => who === 'token'))('$name', (route) => {
  it.each([
    ['a visitor', undefined],
    ['an account', 'cookie'],
    ['another token', 'Bearer watch-me-if-you-cat'],
    ['a part of the token', 'Bearer watch-me'],
    ['the token in the Basic scheme', `Basic ${METRICS_TOKEN}`],
    ['no token', 'Bearer '],
  ])('the metrics route does not show any metrics to %s', async (_who, authorization) => {
    const headers = authorization === 'cookie' ? { cookie: anna.cookie } : { authorization }
    const answer = await call(route, { headers })
    expect([answer.status, await answer.text()]).toEqual([401, expect.not.stringContaining('midground_')])
  })

  it('the metrics route responds to the configured token', async () => {
    const answer = await call(route, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  })
})

describe.each(entries.filter(({ who }) => who === 'app'))('$name', (route) => {
  it.each(['none', 'cross-site', 'same-origin'])(
    'sharing a photo with Sec-Fetch-Site %s redirects without reading the body',
    async (site) => {
      const unread = new ReadableStream<Uint8Array<ArrayBuffer>>({
        pull: () => Promise.reject(new Error('it was read')),
      })
      const headers = { cookie: anna.cookie, origin: 'null', 'sec-fetch-site': site }
      const answer = await call(route, { headers, body: unread })
      expect([answer.status, answer.headers.get('location')]).toEqual([303, SHARED_LOST])
      expect(answer.headers.get('set-cookie')).toBeNull()
    },
  )
})

describe.each(entries.filter((route) => isUnsafe(route) && !['signature', 'app'].includes(route.who)))(
  '$name from another site',
  (route) => {
    const FOREIGN = [
      ['https://evil.example', 'cross-site'],
      ['null', 'cross-site'],
      ['http://blog.127.0.0.1:3000', 'same-site'],
      [undefined, undefined],
    ]
    const TYPES = ['application/json', 'text/plain', 'application/x-www-form-urlencoded']
    it.each(FOREIGN.flatMap(([origin, site]) => TYPES.map((type) => [origin, site, type])))(
      'the server rejects a request with Origin %s, Sec-Fetch-Site %s and content type %s',
      async (origin, site, type) => {
        const answer = await call(route, { headers: { origin, 'sec-fetch-site': site, 'content-type': type } })
        expect(answer.status).toBe(403)
      },
    )
  },
)

it.each([
  ['without Sec-Fetch-Site, as over http', undefined],
  ['with Sec-Fetch-Site', 'same-origin'],
])('the error for a page at another address than PUBLIC_ORIGIN names both addresses, %s', async (_what, site) => {
  const logLines: string[] = []
  const named = await startTestServer({
    env: { PUBLIC_ORIGIN: 'https://photos.example.org', RATE_LIMITS: 'on' },
    logLines,
  })
  const opened = 'http://192.168.1.5:3000'
  const headers = { origin: opened, 'content-type': 'application/json', ...(site && { 'sec-fetch-site': site }) }
  const answer = await named.app.request(`${opened}/api/auth/login`, { method: 'POST', headers, body: '{}' })
  const error = { code: 'cross_site', opened, address: 'https://photos.example.org' }
  expect([answer.status, await answer.json()]).toMatchObject([403, { error }])
  expect(logLines.filter((line) => line.includes('PUBLIC_ORIGIN') && line.includes(opened))).toHaveLength(1)
})

describe.each(entries.filter(({ body }) => body === 'json'))('$name', (route) => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', undefined])(
    'the route rejects the content type %s',
    async (type) => {
      expect((await call(route, { headers: { 'content-type': type } })).status).toBe(415)
    },
  )

  it('the route rejects a body of 17 KiB', async () => {
    const body = JSON.stringify({ ...route.sample, filler: 'x'.repeat(17_000) })
    expect((await call(route, { body })).status).toBe(413)
  })

  it.each(['', '{', '[]', 'null', '"text"', '1', '\u0000', '{"__proto__":{"admin":true}'])(
    'the route rejects the malformed body %j',
    async (body) => {
      expect([400, 401, 403, 422]).toContain((await call(route, { body })).status)
    },
  )

  it.each(route.garbage ?? [])('the route rejects the wrong fields %j', async (body) => {
    const { status } = await call(route, { body: JSON.stringify(body) })
    expect(Math.floor(status / 100)).toBe(4)
  })
})

describe("access to another account's data", () => {
  it.each(['/api/profile', '/api/account/export', '/api/access', '/api/trial-images/consent'])(
    "the response of %s contains only the signed-in account's rows",
    async (path) => {
      const ben = await server.signUp(`ben${path.length}@example.org`)
      const answer = await (await ben.send(`${path}?userId=${anna.id}&id=${anna.id}`)).text()
      expect(answer).not.toContain(anna.id)
      expect(answer).not.toContain('anna@example.org')
    },
  )

  it("a request body can't name another account", async () => {
    const ben = await server.signUp('ben@example.org')
    const answer = await ben.post('/api/manage-subscription', { userId: anna.id })
    expect([answer.status, await answer.json()]).toEqual([403, { error: 'You don’t have permission to do this.' }])
  })

  it("a request body can't set fields of billing or of the server", async () => {
    const ben = await server.signUp('ben2@example.org')
    const plan = { paid: true, expires_at: '2099-01-01', download_credits: 99, subscription_id: 'sub_x' }
    const json = { ...plan, kind: 'image', userId: ben.id }
    const headers = { 'idempotency-key': 'wish-12345' }
    for (const { path, method } of entries.filter(isUnsafe)) await ben.send(path, { method, json, headers })
    await ben.post('/api/auth/login', { email: 'ben2@example.org', password: PASSWORD })
    const profile = (await (await ben.send('/api/profile')).json()) as { paid: boolean; download_credits: number }
    expect(profile.paid).toBe(false)
    expect(profile.download_credits).toBeLessThanOrEqual(2)
  })
})

it.each(['/api', '/api/', '/api/nothing', '/api/auth', '/api/../api/nothing'])(
  'a request for the unknown path %s gets a JSON error',
  async (path) => {
    const answer = await server.app.request(`${ORIGIN}${path}`)
    expect([answer.status, await code(answer)]).toEqual([404, 'not_found'])
  },
)
