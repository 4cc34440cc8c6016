import '@tensorflow/tfjs'
import { createHash } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { FakeWorker } from '../../../../tests/helpers/fakeWorker.ts'
import { ModelRegistry } from './modelRegistry.ts'

const MANIFEST = 'https://models.example/manifest.json'
/** Bytes of model files. These tests don't load them as networks. */
const JUNK = { encoder: new Uint8Array(700).fill(1), decoder: new Uint8Array(300).fill(2) }

const entries = Object.entries(JUNK).map(([role, bytes]) => ({
  id: role,
  roles: [role],
  variants: [],
  files: [{ url: role, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }],
}))

it('the reported progress is the sum of all simultaneous downloads', async () => {
  stubbed()
  const told: [bytes: number, of: number][] = []
  const models = await ModelRegistry.from(MANIFEST, (bytes, of) => told.push([bytes, of]))
  await Promise.allSettled([models.encoder(), models.decoder()])
  expect(told.at(-1)).toEqual([1000, 1000])
  expect(told.map(([bytes]) => bytes)).toEqual(told.map(([bytes]) => bytes).toSorted((a, b) => a - b))

  told.length = 0
  await Promise.allSettled([models.decoder()]) // loads the decoder again, because its first download failed
  expect(told.at(-1)).toEqual([300, 300])
})

/** Replaces workers and the server. Returns the started workers, and the server's response for each file. */
function stubbed() {
  const workers: (FakeWorker & { loads: number })[] = []
  const serveFile = vi.fn(async (url: string) => new Response(JUNK[url.endsWith('encoder') ? 'encoder' : 'decoder']))
  vi.stubGlobal('caches', { open: () => Promise.reject(new Error('a private window')) })
  vi.stubGlobal('fetch', async (url: string) =>
    url === MANIFEST ? Response.json({ models: entries }) : serveFile(url),
  )
  vi.stubGlobal(
    'Worker',
    class extends FakeWorker {
      loads = 0
      constructor() {
        const output = { values: new Float32Array(1), shape: [1] }
        super({ load: () => this.loads++, run: () => output })
        workers.push(this)
      }
    },
  )
  return { workers, serveFile }
}

it('after releaseWorker, a new worker loads the networks again', async () => {
  const { workers } = stubbed()
  const told: number[] = []
  const models = await ModelRegistry.from(MANIFEST, (bytes) => told.push(bytes), { hasWorker: true })
  await models.encoder()
  await models.encoder()
  expect(workers).toMatchObject([{ loads: 1, isTerminated: false }])
  expect(told.at(-1)).toBe(JUNK.encoder.length)

  told.length = 0
  models.releaseWorker()
  models.releaseWorker()
  await models.encoder()
  expect(workers).toMatchObject([
    { loads: 1, isTerminated: true },
    { loads: 1, isTerminated: false },
  ])
  expect(told).toEqual([])
})

it('the encoder that was measured on WebGL is not loaded again', async () => {
  const { workers } = stubbed()
  const models = await ModelRegistry.from(MANIFEST, () => {})
  const input = new Float32Array(1)
  await models.tryWebgl(
    { backend: 'webgl' },
    input,
    async () => {},
    async () => true,
  )
  const { encoder } = await models.encoder()
  ;(await encoder.run(input, async () => {})).dispose()
  expect(models.encoderBackend).toBe('webgl')
  expect(workers).toMatchObject([{ loads: 1, isTerminated: false }])
})

it('retrying a failed download reports progress again', async () => {
  const { serveFile } = stubbed()
  const told: number[] = []
  const models = await ModelRegistry.from(MANIFEST, (bytes) => told.push(bytes), { hasWorker: true })
  serveFile.mockRejectedValueOnce(new Error('no connection'))
  await expect(models.encoder()).rejects.toThrow('no connection')
  models.releaseWorker()
  await models.encoder()
  expect(told.at(-1)).toBe(JUNK.encoder.length)
})

it("releaseWorker doesn't terminate the worker while one of its networks is being fetched", async () => {
  const { workers, serveFile } = stubbed()
  const models = await ModelRegistry.from(MANIFEST, () => {}, { hasWorker: true })
  const { promise, resolve: answer } = Promise.withResolvers<Response>()
  serveFile.mockReturnValueOnce(promise)
  const loading = models.encoder()
  models.releaseWorker()
  answer(new Response(JUNK.encoder))
  await loading
  expect(workers).toMatchObject([{ loads: 1, isTerminated: false }])
  models.releaseWorker()
  expect(workers).toMatchObject([{ isTerminated: true }])
})
