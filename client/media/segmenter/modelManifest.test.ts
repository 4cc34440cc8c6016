import { createHash } from 'node:crypto'
import { beforeEach, expect, it, vi } from 'vitest'
import { fetchFiles, type ModelFile, readManifest, totalBytes } from './modelManifest.ts'

const entry = {
  id: 'u2netp',
  files: [
    { url: 'u2netp/abc/model.json', bytes: 10, sha256: 'x' },
    { url: 'u2netp/abc/weights.bin', bytes: 32, sha256: 'y' },
  ],
}

it('readManifest resolves file URLs relative to the manifest', () => {
  const [model] = readManifest({ models: [entry] }, 'https://photos.example/app/models/manifest.json')
  expect(model?.files.map((file) => file.url)).toEqual([
    'https://photos.example/app/models/u2netp/abc/model.json',
    'https://photos.example/app/models/u2netp/abc/weights.bin',
  ])
  expect(model && totalBytes(model)).toBe(42)
})

it.each([{}, { models: 3 }, []])('readManifest rejects %j', (manifest) => {
  expect(() => readManifest(manifest, 'https://photos.example/m.json')).toThrow('not a model manifest')
})

const BYTES = Uint8Array.from({ length: 1000 }, (_, i) => i % 251)
const FILE: ModelFile = {
  url: 'https://models.example/weights-0.bin',
  bytes: BYTES.length,
  sha256: createHash('sha256').update(BYTES).digest('hex'),
}

/** Content of the fake Cache Storage by URL. */
let kept: Map<string, Response>
const fetched = vi.fn<(url: string) => Promise<Response>>()

beforeEach(() => {
  kept = new Map()
  const cache = {
    match: async (url: string) => kept.get(url)?.clone(),
    put: async (url: string, response: Response) => void kept.set(url, response),
  }
  vi.stubGlobal('caches', { open: async () => cache })
  vi.stubGlobal('fetch', fetched.mockReset())
})

/** Creates a response whose body yields the parts, then ends or fails. */
function answer(parts: Uint8Array<ArrayBuffer>[], isBroken = false): Response {
  const left = [...parts]
  return new Response(
    new ReadableStream({
      pull(to) {
        const next = left.shift()
        if (next) to.enqueue(next)
        else if (isBroken) to.error(new TypeError('the line broke'))
        else to.close()
      },
    }),
  )
}

const load = (onBytes: (loaded: number, total: number) => void = () => {}) => fetchFiles({ files: [FILE] }, onBytes)

it("loading a model again doesn't use the network", async () => {
  fetched.mockResolvedValueOnce(answer([BYTES.slice(0, 300), BYTES.slice(300)]))
  const seen: [number, number][] = []
  expect(await load((loaded, total) => seen.push([loaded, total]))).toEqual([BYTES])
  expect(seen).toEqual([
    [300, 1000],
    [1000, 1000],
  ])
  expect(await load()).toEqual([BYTES])
  expect(fetched).toHaveBeenCalledOnce()
})

it.each<[string, () => Response, string]>([
  ['is interrupted', () => answer([BYTES.slice(0, 300)], true), 'the line broke'],
  ['ends early', () => answer([BYTES.slice(0, 300)]), 'ended after 300 of 1000'],
  ['is longer than the manifest says', () => answer([BYTES, BYTES]), 'longer than the manifest says'],
  ['has a wrong hash', () => answer([new Uint8Array(1000)]), 'not the file'],
  ['fails with status 404', () => new Response(null, { status: 404 }), 'answered 404'],
])('a download that %s is not cached', async (_, broken, complaint) => {
  fetched.mockResolvedValueOnce(broken())
  await expect(load()).rejects.toThrow(complaint)
  expect(kept.size).toBe(0)
  fetched.mockResolvedValueOnce(answer([BYTES]))
  expect(await load()).toEqual([BYTES])
})

it('a cached file with a wrong hash is downloaded again', async () => {
  kept.set(FILE.url, new Response(new Uint8Array(1000)))
  fetched.mockResolvedValueOnce(answer([BYTES]))
  expect(await load()).toEqual([BYTES])
  expect(new Uint8Array(await kept.get(FILE.url)!.clone().arrayBuffer())).toEqual(BYTES)
})

it('a model can be loaded even if Cache Storage is full', async () => {
  vi.stubGlobal('caches', { open: () => Promise.reject(new Error('no room')) })
  fetched.mockResolvedValueOnce(answer([BYTES]))
  expect(await load()).toEqual([BYTES])
})
