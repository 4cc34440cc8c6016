import { hash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { readFolder } from '#server/static/files.ts'
import { precompress } from '#server/static/precompress.ts'
import { makeFolder } from '../helpers/folders.ts'
import { ORIGIN } from './helpers/browser.ts'
import { startTestServer, type TestServer } from './helpers/server.ts'

const EARLY = 'if (1 < 2) early()'
const HTML = `<!doctype html><title>Midground</title><meta content="Midground"><script>${EARLY}</script><script type="module" src="/assets/main-1a2b3c4d.js"></script>`
const PRICING = `${HTML}<link rel="preload" as="fetch" href="/assets/Pricing-1a2b3c4d.js">`
const SCRIPT = `export const words = ${JSON.stringify('lorem ipsum dolor '.repeat(200))}`
const MANIFEST = JSON.stringify({ name: 'Midground', short_name: 'Midground', start_url: '/custom-editor' })
const MODEL = Buffer.alloc(3 * 1024 * 1024, 7).fill(9, 1000, 2000)
/** A file that is too large to be served from memory. */
const HUGE = Buffer.alloc(5 * 1024 * 1024, 5).fill(3, 1000, 2000)

const folder = makeFolder()
let server: TestServer
beforeAll(async () => {
  for (const name of ['assets', 'models', 'pages']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'index.html'), HTML)
  writeFileSync(join(folder, 'pages/pricing.html'), PRICING)
  writeFileSync(join(folder, 'heic-sandbox.html'), '<!doctype html><title>HEIC</title>')
  writeFileSync(join(folder, 'offline.js'), 'self')
  writeFileSync(join(folder, 'manifest.webmanifest'), MANIFEST)
  writeFileSync(join(folder, 'assets/main-1a2b3c4d.js'), SCRIPT)
  writeFileSync(join(folder, 'assets/networks.worker-9c0d1e2f.js'), SCRIPT)
  writeFileSync(join(folder, 'assets/tiny-5e6f7a8b.css'), 'a{}')
  writeFileSync(join(folder, 'models/matte.bin'), MODEL)
  writeFileSync(join(folder, 'models/huge.bin'), HUGE)
  await precompress(folder)
  server = await startTestServer({ files: readFolder(folder) })
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  Promise.resolve(server.app.request(`${ORIGIN}${path}`, { method, headers }))

it('the build writes a compressed file only if the file is smaller than the original', async () => {
  const old = makeFolder()
  writeFileSync(join(old, 'tiny.css'), 'a{}')
  writeFileSync(join(old, 'tiny.css.br'), 'from before')
  writeFileSync(join(old, 'photo.png'), 'x'.repeat(9000))
  await precompress(old)
  expect(readdirSync(old).sort()).toEqual(['photo.png', 'tiny.css'])
  rmSync(old, { recursive: true })
})

it.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('the server serves the %s file compressed at build time', async (encoding, decode) => {
  const answer = await get('/assets/main-1a2b3c4d.js', { 'accept-encoding': encoding })
  expect(answer.headers.get('content-encoding')).toBe(encoding)
  expect(answer.headers.get('vary')).toBe('Accept-Encoding')
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect([bytes.byteLength, decode(bytes).toString()]).toEqual([Number(answer.headers.get('content-length')), SCRIPT])
})

it.each([
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['br;q=0.001', 'br'],
  ['brotli, identity', null],
  ['', null],
])('a request with Accept-Encoding %j gets the encoding %s', async (header, encoding) => {
  const { headers } = await get('/assets/main-1a2b3c4d.js', { 'accept-encoding': header })
  expect(headers.get('content-encoding')).toBe(encoding)
})

it.each([
  ['/assets/main-1a2b3c4d.js', 'public, max-age=31536000, immutable', 'text/javascript; charset=utf-8'],
  ['/assets/tiny-5e6f7a8b.css', 'public, max-age=31536000, immutable', 'text/css; charset=utf-8'],
  ['/models/matte.bin', 'public, max-age=86400, stale-while-revalidate=604800', 'application/octet-stream'],
  ['/', 'no-store', 'text/html; charset=utf-8'],
  ['/custom-editor', 'no-store', 'text/html; charset=utf-8'],
  ['/heic-sandbox.html', 'private, max-age=2592000', 'text/html; charset=utf-8'],
  ['/offline.js', 'no-cache', 'text/javascript; charset=utf-8'],
  ['/manifest.webmanifest', 'public, max-age=86400, stale-while-revalidate=604800', 'application/manifest+json'],
])('%s has the Cache-Control header %s', async (path, cache, type) => {
  const { status, headers } = await get(path)
  expect([status, headers.get('cache-control'), headers.get('content-type')]).toEqual([200, cache, type])
})

it('a browser that has the current file gets 304', async () => {
  const etag = (await get('/assets/main-1a2b3c4d.js')).headers.get('etag') ?? ''
  const answer = await get('/assets/main-1a2b3c4d.js', { 'if-none-match': etag })
  expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([304, '', etag])
})

it('a HEAD request gets the headers of GET without the body', async () => {
  const answer = await get('/models/matte.bin', {}, 'HEAD')
  const length = answer.headers.get('content-length')
  expect([answer.status, length, await answer.text()]).toEqual([200, String(MODEL.byteLength), ''])
})

describe.each([
  ['served from memory', '/models/matte.bin', MODEL],
  ['streamed from disk', '/models/huge.bin', HUGE],
])('ranges of a large file %s', (_where, path, bytes) => {
  it.each([
    ['bytes=0-9', 206, 0, 9],
    ['bytes=1000-', 206, 1000, bytes.byteLength - 1],
    ['bytes=-10', 206, bytes.byteLength - 10, bytes.byteLength - 1],
    [`bytes=5-${bytes.byteLength + 99}`, 206, 5, bytes.byteLength - 1],
  ])('a request for the range %s gets that part of the file', async (range, status, start, end) => {
    const answer = await get(path, { range })
    const part = `bytes ${start}-${end}/${bytes.byteLength}`
    expect([answer.status, answer.headers.get('content-range')]).toEqual([status, part])
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(start, end + 1))).toBe(true)
  })

  it.each([`bytes=${bytes.byteLength}-`, 'bytes=-0'])('the range %s beyond the file has status 416', async (range) => {
    const answer = await get(path, { range })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, `bytes */${bytes.byteLength}`])
  })

  it.each(['bytes=9-5', 'bytes=a-b', 'bytes=0-1,5-6', 'lines=1-2', 'bytes=-'])(
    'a request for the invalid range %s gets the whole file',
    async (range) => {
      const answer = await get(path, { range })
      expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, bytes.byteLength])
    },
  )

  it('a range request for an older version of the file gets the whole file', async () => {
    const answer = await get(path, { range: 'bytes=0-9', 'if-range': '"older"' })
    expect((await answer.arrayBuffer()).byteLength).toBe(bytes.byteLength)
  })
})

it.each([
  ['/checkout?priceId=price_1', HTML],
  ['/nowhere', HTML],
  ['/custom-editor/', HTML],
  ['/custom-editor', HTML], // the build has no prerendered page of this path
  ['/pricing?from=payment', PRICING],
])("the path %s returns its prerendered page, or else the app's HTML", async (path, html) => {
  const answer = await get(path)
  expect([answer.status, await answer.text()]).toEqual([200, html])
})

it.each([
  '/index.html',
  '/pages/pricing.html',
  '/assets/gone-00000000.js',
  '/favicon.ico',
  '/models/none.json',
  '/assets/main-1a2b3c4d.js.map',
])('a request for the missing file %s gets 404', async (path) => {
  expect((await get(path)).status).toBe(404)
})

it.each([
  '/..%2f..%2fetc/passwd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/assets/..%2f..%2fpackage.json',
  '/assets/%2e%2e%5c%2e%2e%5cpackage.json',
  '/assets/main-1a2b3c4d.js%00.html',
  '//etc/passwd',
  '/.git/config',
  '/assets/',
  '/assets/main-1a2b3c4d.js.br',
])("the request path %s doesn't read a file outside the client's files", async (path) => {
  const text = await (await get(path)).text()
  expect([HTML, '{"error":{"code":"not_found","message":"Not found."}}']).toContain(text)
})

it('pages, workers with threads and the HEIC sandbox have their own content security policies', async () => {
  const page = (await get('/')).headers
  expect(page.get('content-security-policy')?.split('; ')).toEqual([
    "default-src 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "frame-src 'self'",
    "form-action 'self'",
    `script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash('sha256', EARLY, 'base64')}'`,
    "script-src-attr 'none'",
    "worker-src 'self' blob:",
    "connect-src 'self' blob: data:",
    "img-src 'self' blob: data:",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    "media-src 'none'",
    "manifest-src 'self'",
  ])
  expect(page.get('permissions-policy')).toBe('camera=(), microphone=(), geolocation=(), payment=()')
  expect(page.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(page.get('cross-origin-embedder-policy')).toBe('require-corp')
  const worker = (await get('/assets/networks.worker-9c0d1e2f.js')).headers.get('content-security-policy')
  expect(worker?.split('; ')).toContain("script-src 'self' 'wasm-unsafe-eval' blob:")
  const policy = (await get('/heic-sandbox.html')).headers.get('content-security-policy')?.split('; ') ?? []
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain('sandbox allow-scripts')
  // the sandboxed document may load files neither from other origins nor from its own origin
  expect(policy.join()).not.toMatch(/https?:/)
  expect(policy.filter((line) => line.includes("'self'"))).toEqual(["frame-ancestors 'self'"])
})

it("BRAND_NAME replaces the product's name in page and manifest", async () => {
  const renamed = await startTestServer({ env: { BRAND_NAME: '</title><b>$&' }, files: readFolder(folder) })
  const answer = await renamed.app.request(`${ORIGIN}/`, { headers: { 'accept-encoding': 'br' } })
  const safe = '&lt;/title&gt;&lt;b&gt;$&amp;'
  expect(await answer.text()).toContain(`<title>${safe}</title><meta content="${safe}"><script>${EARLY}</script>`)
  const manifest = await renamed.app.request(`${ORIGIN}/manifest.webmanifest`)
  const name = '</title><b>$&'
  expect(await manifest.json()).toEqual({ name, short_name: name, start_url: '/custom-editor' })
})

it('BRAND_NAME does not change the HTML file on disk', () => {
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toBe(HTML)
})
