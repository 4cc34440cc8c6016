/** The manifest of the server's models, written by `scripts/models`. */
import type { Size } from '#client/kit/base/geometry.ts'

/** 'general': saliency of any subject. 'person': people only. 'encoder' and 'decoder': MobileSAM. */
export type Role = 'general' | 'person' | 'encoder' | 'decoder'

/** One file of a converted network. */
export interface ModelFile {
  url: string // absolute, same origin; names its content, so it never changes
  bytes: number // uncompressed
  sha256: string
}

/** A converted TensorFlow.js network, as the manifest lists it. */
export interface SegmentModel {
  id: string // part of every matte's cache key: other weights need another id
  roles: readonly Role[]
  licence: string
  /** The author of the weights, and the page that says so. */
  author: string
  link: string
  input: Size
  /** Per channel, of values 0..1: the network's input is (value − mean) / std. */
  mean: readonly number[]
  std: readonly number[]
  /** `model.json` first, then its weights in order. */
  files: readonly ModelFile[]
  /** The same weights for another input size: `file` replaces `model.json`. */
  variants: readonly { input: Size; file: ModelFile }[]
}

/** Where the server serves `build/models`. */
export const MANIFEST_URL = '/models/manifest.json'
/** Id of the model for the first matte of a photo. */
export const DEFAULT_MODEL = 'u2netp'

/** Reads a manifest that was fetched from `url`. Models of one role are listed best first. @throws for other content. */
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

/** Returns the download size of a model without its variants, uncompressed bytes. */
export const totalBytes = (model: Pick<SegmentModel, 'files'>): number =>
  model.files.reduce((sum, file) => sum + file.bytes, 0)
