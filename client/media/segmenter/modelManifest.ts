/** The manifest of the models on the server, written by `scripts/models`. */
import type { Size } from '#client/kit/base/geometry.ts'

/** 'general': saliency of any subject. 'person': people only. 'encoder' and 'decoder': MobileSAM. */
export type Role = 'general' | 'person' | 'encoder' | 'decoder'

export interface ModelFile {
  url: string // absolute URL of the same origin; its name contains a hash of the content
  bytes: number // uncompressed size
  sha256: string
}

/** A converted TensorFlow.js network in the manifest. */
export interface SegmentModel {
  id: string // part of every matte's cache key, so other weights need another id
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
  /** The same weights for other input sizes. `file` replaces `model.json`. */
  variants: readonly { input: Size; file: ModelFile }[]
}

/** Address at which the server serves the manifest of `build/models`. */
export const MANIFEST_URL = '/models/manifest.json'
/** Id of the model for the first matte of a photo. */
export const DEFAULT_MODEL = 'u2netp'

/**
 * Reads a manifest that was fetched from `url`. Models of one role are sorted best first. @throws for other content.
 */
export function readManifest(manifest: unknown, url: string): SegmentModel[] {
  const { models } = manifest as { models?: unknown }
  if (!Array.isArray(models)) throw new Error(`${url} is no model manifest`)
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
