/**
 * Reads the manifest of the models on the server, which `scripts/models` writes, and downloads the files of the models.
 * Cache Storage stores the files. Each load checks the SHA-256 of the files.
 */
import { sha256 } from '#client/kit/bytes/sha256.ts'
import type { Size } from '#client/kit/geometry/geometry.ts'

/** 'general': saliency of any subject. 'person': people only. 'encoder' and 'decoder': MobileSAM. */
export type Role = 'general' | 'person' | 'encoder' | 'decoder'

export interface ModelFile {
  url: string // Absolute URL of the same origin. The file's name contains a hash of its content.
  bytes: number // Uncompressed size.
  sha256: string
}

/** A converted TensorFlow.js network in the manifest. */
export interface SegmentModel {
  id: string // Part of the cache key of every matte. Changed weights therefore need a new id.
  roles: readonly Role[]
  licence: string
  /** Author of the weights. `link`: the page that names the author. */
  author: string
  link: string
  input: Size
  /** Mean of each channel for values 0..1. The network's input is (value − mean) / std. */
  mean: readonly number[]
  std: readonly number[]
  /** First `model.json`, then its weights in order. */
  files: readonly ModelFile[]
  /** Other input sizes, with the same weights. `file` replaces `model.json`. */
  variants: readonly { input: Size; file: ModelFile }[]
}

/** Address of the manifest of `build/models` on the server. */
export const MANIFEST_URL = '/models/manifest.json'
/** Id of the model for the first matte of a photo. */
export const DEFAULT_MODEL = 'u2netp'

/**
 * Reads a manifest that was fetched from `url`. The manifest lists the best model of each role first. @throws if the
 * content isn't a manifest
 */
export function readManifest(manifest: unknown, url: string): SegmentModel[] {
  const { models } = manifest as { models?: unknown }
  if (!Array.isArray(models)) throw new Error(`${url} is not a model manifest`)
  return models.map((entry: SegmentModel) => ({
    ...entry,
    files: entry.files.map((file) => absolute(file, url)),
    variants: (entry.variants ?? []).map(({ input, file }) => ({ input, file: absolute(file, url) })),
  }))
}

const absolute = (file: ModelFile, base: string): ModelFile => ({ ...file, url: new URL(file.url, base).href })

/** Returns the size of a model without its variants, uncompressed bytes. */
export const totalBytes = (model: Pick<SegmentModel, 'files'>): number =>
  model.files.reduce((sum, file) => sum + file.bytes, 0)

const CACHE_NAME = 'midground-models'

/**
 * Returns all models of the manifest. Deletes cached files that the manifest does not contain.
 * @throws if neither server nor cache has the manifest
 */
export async function fetchManifest(url: string): Promise<SegmentModel[]> {
  const models = readManifest(await newestManifest(url), url)
  const files = models.flatMap((model) => [...model.files, ...model.variants.map(({ file }) => file)])
  await evictOtherFiles([url, ...files.map((file) => file.url)])
  return models
}

/**
 * Returns the files of `model` in the model's order. `loaded` contains the loaded uncompressed bytes of each file.
 * Simultaneous calls can share `loaded`. `onBytes` gets the loaded and the total bytes of all files in `loaded`.
 * @throws if a file cannot be downloaded, or if its SHA-256 differs from the manifest
 */
export async function fetchFiles(
  model: Pick<SegmentModel, 'files'>,
  onBytes: (loadedBytes: number, totalBytes: number) => void,
  loaded = new Map<ModelFile, number>(),
): Promise<Uint8Array<ArrayBuffer>[]> {
  for (const file of model.files) loaded.set(file, 0)
  return Promise.all(
    model.files.map((file) =>
      downloadFile(file, (bytes) => {
        loaded.set(file, bytes)
        onBytes(
          [...loaded.values()].reduce((sum, part) => sum + part, 0),
          totalBytes({ files: [...loaded.keys()] }),
        )
      }),
    ),
  )
}

async function newestManifest(url: string): Promise<unknown> {
  try {
    const response = await fetch(url, { cache: 'no-cache' })
    if (!response.ok) throw new Error(`${url} answered ${response.status}`)
    const manifest: unknown = await response.clone().json()
    await cacheResponse(url, response)
    return manifest
  } catch (cause) {
    const cached = await (await openCache())?.match(url)
    if (!cached) throw cause
    return cached.json() // cached models still work without a network
  }
}

async function downloadFile(file: ModelFile, onBytes: (bytes: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const cached = await (await openCache())?.match(file.url)
  if (cached) {
    const bytes = new Uint8Array(await cached.arrayBuffer())
    if ((await sha256(bytes)) === file.sha256) {
      onBytes(bytes.length)
      return bytes
    }
  }
  const bytes = await download(file, onBytes)
  if ((await sha256(bytes)) !== file.sha256) throw new Error(`${file.url} is not the file that the manifest names`)
  await cacheResponse(file.url, new Response(bytes))
  return bytes
}

async function cacheResponse(url: string, response: Response): Promise<void> {
  try {
    await (await openCache())?.put(url, response)
  } catch (cause) {
    // if storage is full, this call still returns the downloaded bytes
    console.warn(`segmenter: ${url} will be fetched again next time`, cause)
  }
}

async function download(file: ModelFile, onBytes: (bytes: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(file.url)
  if (!response.ok || !response.body) throw new Error(`${file.url} answered ${response.status}`)
  const bytes = new Uint8Array(file.bytes)
  let loaded = 0
  const reader = response.body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (loaded + part.value.length > bytes.length) throw new Error(`${file.url} is longer than the manifest says`)
    bytes.set(part.value, loaded)
    loaded += part.value.length
    onBytes(loaded)
  }
  if (loaded < bytes.length) throw new Error(`${file.url} ended after ${loaded} of ${bytes.length} bytes`)
  return bytes
}

/** Deletes cached files that are not in `urls`, such as older model versions. */
async function evictOtherFiles(urls: string[]): Promise<void> {
  const cache = await openCache()
  if (!cache) return
  for (const request of await cache.keys()) if (!urls.includes(request.url)) await cache.delete(request)
}

/**
 * Opens the cache. Resolves with null if Cache Storage isn't available, as with plain HTTP and in some private windows.
 */
async function openCache(): Promise<Cache | null> {
  if (!('caches' in globalThis)) return null
  return caches.open(CACHE_NAME).catch(() => null)
}
