import { createHash } from 'node:crypto'
import { afterEach, expect, it, vi } from 'vitest'
import { ModelRegistry } from './modelRegistry.ts'

const MANIFEST = 'https://models.example/manifest.json'
/** Bytes that are not loaded as a network. */
const JUNK = { encoder: new Uint8Array(700).fill(1), decoder: new Uint8Array(300).fill(2) }

afterEach(() => vi.unstubAllGlobals())

const entries = Object.entries(JUNK).map(([role, bytes]) => ({
  id: role,
  roles: [role],
  variants: [],
  files: [{ url: role, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }],
}))

it('sums the progress of downloads that run at the same time', async () => {
  vi.stubGlobal('caches', { open: () => Promise.reject(new Error('a private window')) })
  vi.stubGlobal('fetch', async (url: string) =>
    url === MANIFEST
      ? Response.json({ models: entries })
      : new Response(JUNK[url.endsWith('encoder') ? 'encoder' : 'decoder']),
  )
  const told: [bytes: number, of: number][] = []
  const models = await ModelRegistry.from(MANIFEST, (bytes, of) => told.push([bytes, of]))
  await Promise.allSettled([models.encoder(), models.decoder()])
  expect(told.at(-1)).toEqual([1000, 1000])
  expect(told.map(([bytes]) => bytes)).toEqual(told.map(([bytes]) => bytes).toSorted((a, b) => a - b))

  told.length = 0
  await Promise.allSettled([models.decoder()]) // again, for it failed
  expect(told.at(-1)).toEqual([300, 300])
})

it('starts a fresh worker after a release, loads its networks there, and tells no progress', async () => {
  vi.stubGlobal('caches', { open: () => Promise.reject(new Error('a private window')) })
  vi.stubGlobal('fetch', async (url: string) =>
    url === MANIFEST ? Response.json({ models: entries }) : new Response(JUNK.encoder),
  )
  const workers: { sent: string[]; isAlive: boolean }[] = []
  vi.stubGlobal(
    'Worker',
    class {
      sent: string[] = []
      isAlive = true
      constructor() {
        workers.push(this)
      }
      postMessage = ({ type }: { type: string }) => void this.sent.push(type)
      terminate() {
        this.isAlive = false
      }
    },
  )
  const told: number[] = []
  const models = await ModelRegistry.from(MANIFEST, (bytes) => told.push(bytes), { hasWorker: true })
  await models.encoder()
  await models.encoder()
  expect(workers).toMatchObject([{ sent: ['load'], isAlive: true }])
  expect(told.at(-1)).toBe(JUNK.encoder.length)

  told.length = 0
  models.releaseWorker()
  models.releaseWorker()
  await models.encoder()
  expect(workers).toMatchObject([
    { sent: ['load'], isAlive: false },
    { sent: ['load'], isAlive: true },
  ])
  expect(told).toEqual([])
})
