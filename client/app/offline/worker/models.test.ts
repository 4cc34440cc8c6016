import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cacheModels } from './models.ts'
import { absoluteUrl, cacheStorage, ORIGIN } from './testing.ts'

const BYTES = Buffer.from('weights')
const file = (url: string, bytes = BYTES.length) => ({
  url,
  bytes,
  sha256: createHash('sha256').update(BYTES).digest('hex'),
})
const model = (id: string, bytes?: number) => ({
  id,
  roles: [],
  files: [file(`${id}/weights.bin`, bytes)],
  variants: [{ input: { width: 1, height: 1 }, file: file(`${id}/other.json`) }],
})
const MODELS = [model('small'), model('finer'), model('huge', 40e6), model('after')]

let kept: ReturnType<typeof cacheStorage>
let asked: string[]
beforeEach(() => {
  kept = cacheStorage()
  asked = []
  vi.stubGlobal('caches', kept)
  vi.stubGlobal('location', { origin: ORIGIN })
  vi.stubGlobal('fetch', async (request: RequestInfo | URL) => {
    const { pathname } = new URL(absoluteUrl(request))
    asked.push(pathname)
    return pathname.endsWith('manifest.json') ? Response.json({ models: MODELS }) : new Response(BYTES)
  })
})
afterEach(() => vi.unstubAllGlobals())

const fetched = () => asked.filter((path) => !path.endsWith('manifest.json'))

it('models are cached in the given order up to the size limit', async () => {
  await cacheModels()
  expect(fetched()).toEqual([
    '/models/small/weights.bin',
    '/models/small/other.json',
    '/models/finer/weights.bin',
    '/models/finer/other.json',
  ])
})

it('only the requested model is downloaded and cached', async () => {
  for (let visit = 0; visit < 2; visit++) await cacheModels(({ id }) => id === 'small')
  expect(fetched()).toEqual(['/models/small/weights.bin', '/models/small/other.json'])
  expect(kept.paths('midground-models')).toContain('/models/small/weights.bin')
})
