import { createHash } from 'node:crypto'
import { beforeEach, expect, it, vi } from 'vitest'
import { holdDownloads } from '#client/kit/browser/network.ts'
import { PAGE } from '../release.ts'
import { cacheFirst, cacheModels, cacheRelease, deleteOldCaches, networkFirst } from './cacheStore.ts'
import { absoluteUrl, cacheStorage, ORIGIN } from './testing.ts'

let kept: ReturnType<typeof cacheStorage>
let asked: string[]
/** Files of the server by path. Null = the server can't be reached. */
let server: Map<string, { status: number; text: string }> | null
beforeEach(() => {
  kept = cacheStorage()
  asked = []
  server = new Map()
  vi.stubGlobal('caches', kept)
  vi.stubGlobal('fetch', async (request: RequestInfo | URL) => {
    const { pathname } = new URL(absoluteUrl(request))
    asked.push(pathname)
    if (!server) throw new TypeError('Failed to fetch')
    const { status, text } = server.get(pathname) ?? { status: 404, text: '' }
    return new Response(text, { status })
  })
})

const serve = (path: string, text: string, status = 200) => server?.set(path, { status, text })
const at = (path: string) => new Request(`${ORIGIN}${path}`)

/** Caches a release with its page, its own script, and a script that is the same in every release. */
async function keepVersion(revision: string) {
  const own = `/assets/main-${revision}.js`
  serve(PAGE, `the page of ${revision}`)
  serve(own, revision)
  serve('/assets/same-11111111.js', 'same')
  const release = { revision, files: [PAGE, own, '/assets/same-11111111.js'] }
  await cacheRelease(release)
  return release
}

it('cacheRelease fetches only the files that have changed since the previous release', async () => {
  await keepVersion('aaaaaaaa')
  asked = []
  await keepVersion('bbbbbbbb')
  expect(asked.sort()).toEqual(['/assets/main-bbbbbbbb.js', PAGE])
  expect(kept.paths('midground-app-bbbbbbbb').sort()).toEqual([
    '/assets/main-bbbbbbbb.js',
    '/assets/same-11111111.js',
    PAGE,
  ])
})

it('cacheRelease waits while a tab analyzes a photo', async () => {
  const { promise: analysis, resolve: end } = Promise.withResolvers<void>()
  holdDownloads(analysis)
  const cached = keepVersion('aaaaaaaa')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(asked).toEqual([])
  end()
  await cached
  expect(asked).toContain('/assets/main-aaaaaaaa.js')
})

it('a failed analysis lets cacheRelease continue', async () => {
  holdDownloads(Promise.reject(new Error('no subject')))
  await keepVersion('aaaaaaaa')
  expect(asked).toContain(PAGE)
})

it.each([
  ['a file of the release is missing', () => server?.delete('/assets/main-bbbbbbbb.js')],
  ['the page belongs to another release', () => serve(PAGE, 'the page of cccccccc')],
])('cacheRelease deletes the incomplete cache of the new release when %s', async (_, spoil) => {
  await keepVersion('aaaaaaaa')
  serve(PAGE, 'the page of bbbbbbbb')
  serve('/assets/main-bbbbbbbb.js', 'b')
  spoil()
  await expect(cacheRelease({ revision: 'bbbbbbbb', files: [PAGE, '/assets/main-bbbbbbbb.js'] })).rejects.toThrow()
  expect(await kept.keys()).toEqual(['midground-app-aaaaaaaa'])
})

it('deleteOldCaches deletes every release except the new release and the previous release', async () => {
  await kept.open('midground-models')
  for (const revision of ['aaaaaaaa', 'bbbbbbbb']) await keepVersion(revision)
  await deleteOldCaches(await keepVersion('cccccccc'))
  expect(await kept.keys()).toEqual(['midground-models', 'midground-app-bbbbbbbb', 'midground-app-cccccccc'])
  server = null
  const script = await cacheFirst(at('/assets/main-bbbbbbbb.js'), () => undefined)
  expect(await script.text()).toBe('bbbbbbbb')
})

it('deleteOldCaches deletes a release whose caching was interrupted, and keeps the complete release before it', async () => {
  await keepVersion('aaaaaaaa')
  serve(PAGE, 'the page of bbbbbbbb')
  serve('/assets/main-bbbbbbbb.js', 'b')
  const answer = fetch
  const { promise: interrupted, resolve } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (path: string) => {
    if (path !== '/assets/endless.js') return answer(path)
    resolve()
    return new Promise(() => undefined)
  })
  void cacheRelease({ revision: 'bbbbbbbb', files: [PAGE, '/assets/main-bbbbbbbb.js', '/assets/endless.js'] })
  await interrupted
  await expect.poll(() => kept.paths('midground-app-bbbbbbbb')).toContain('/assets/main-bbbbbbbb.js')
  await deleteOldCaches(await keepVersion('cccccccc'))
  expect(await kept.keys()).toEqual(['midground-app-aaaaaaaa', 'midground-app-cccccccc'])
})

it('cacheFirst evicts the oldest files above the limit of 400 files', async () => {
  let last: Promise<void> = Promise.resolve()
  const use = async (path: string) => {
    serve(path, path)
    await cacheFirst(at(path), (work) => {
      last = work
    })
    await last
  }
  for (let i = 0; i < 402; i++) await use(`/fonts/d20d5521b5082e32/font-${i}.woff2`)
  expect(kept.paths('midground-used')).toHaveLength(400)
  asked = []
  await use('/fonts/d20d5521b5082e32/font-401.woff2')
  expect(asked).toEqual([])
  await use('/fonts/d20d5521b5082e32/font-0.woff2')
  expect(asked).toEqual(['/fonts/d20d5521b5082e32/font-0.woff2'])
})

it("cacheFirst doesn't cache an error response", async () => {
  const last = vi.fn()
  expect((await cacheFirst(at('/assets/gone-11111111.js'), last)).status).toBe(404)
  expect(last).not.toHaveBeenCalled()
})

it('if the network fails, networkFirst returns the cached response', async () => {
  const release = await keepVersion('aaaaaaaa')
  const open = async () => (await networkFirst(at('/custom-editor'), release, PAGE)).text()
  serve('/custom-editor', 'the page of bbbbbbbb')
  expect(await open()).toBe('the page of bbbbbbbb')
  serve('/custom-editor', 'Bad Gateway', 502)
  expect(await open()).toBe('the page of aaaaaaaa')
  server = null
  expect(await open()).toBe('the page of aaaaaaaa')
})

it('if the network takes too long, networkFirst returns the cached response', async () => {
  const release = await keepVersion('aaaaaaaa')
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const answer = networkFirst(at('/'), release, PAGE)
  await vi.runAllTimersAsync()
  expect(await (await answer).text()).toBe('the page of aaaaaaaa')
})

it("without a cached response, networkFirst and cacheFirst reject with fetch's error", async () => {
  server = null
  await expect(networkFirst(at('/'), { revision: 'aaaaaaaa', files: [] }, PAGE)).rejects.toThrow('Failed to fetch')
  await expect(cacheFirst(at('/assets/main-11111111.js'), () => undefined)).rejects.toThrow('Failed to fetch')
})

/** Makes the server offer four models: two small models, a model above the size limit, and another small model. */
function serveModels() {
  vi.stubGlobal('location', { origin: ORIGIN })
  const sha256 = createHash('sha256').update('weights').digest('hex')
  const model = (id: string, bytes = 7) => {
    for (const name of ['weights.bin', 'other.json']) serve(`/models/${id}/${name}`, 'weights')
    return {
      id,
      roles: [],
      files: [{ url: `${id}/weights.bin`, bytes, sha256 }],
      variants: [{ input: { width: 1, height: 1 }, file: { url: `${id}/other.json`, bytes: 7, sha256 } }],
    }
  }
  const models = [model('small'), model('finer'), model('huge', 40e6), model('after')]
  serve('/models/manifest.json', JSON.stringify({ models }))
}

const fetchedModels = () => asked.filter((path) => !path.endsWith('manifest.json'))

it('cacheModels caches models in the given order up to the size limit', async () => {
  serveModels()
  await cacheModels()
  expect(fetchedModels()).toEqual([
    '/models/small/weights.bin',
    '/models/small/other.json',
    '/models/finer/weights.bin',
    '/models/finer/other.json',
  ])
})

it('cacheModels downloads only the requested model', async () => {
  serveModels()
  for (let visit = 0; visit < 2; visit++) await cacheModels(({ id }) => id === 'small')
  expect(fetchedModels()).toEqual(['/models/small/weights.bin', '/models/small/other.json'])
  expect(kept.paths('midground-models')).toContain('/models/small/weights.bin')
})
