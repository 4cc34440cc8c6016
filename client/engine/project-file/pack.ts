/** Packs the pixels and fonts of a document for a project. */
import { onceFor } from '#client/kit/async/scheduling.ts'
import { deflate } from '#client/kit/bytes/deflate.ts'
import { sha256 } from '#client/kit/bytes/sha256.ts'
import { findSavedFont, type SavedFont } from '#client/kit/fonts/own/ownFonts.ts'
import { type Asset, type Coverage, stringsIn } from '#client/model/assets/store.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { AssetEntry, FontEntry, Parts, Project } from './project.ts'

interface Packed {
  entry: AssetEntry
  parts: readonly (readonly [hash: string, blob: Blob])[]
}

/**
 * Returns a document's asset and font entries for a project, and the parts (Blobs by hash) that these entries
 * reference. Each asset and font is packed only once, even if the project is saved repeatedly. `assets`: all assets of
 * the document. `findFont`: returns the fonts to pack, by default also those that this browser rejects. @throws Error if
 * a bitmap has no source file or a file can't be read
 */
export async function packDocument(
  document: DocumentSnapshot,
  assets: readonly Asset[],
  findFont: (id: string) => SavedFont | null = findSavedFont,
): Promise<PackedAssets & Pick<Project, 'fonts'>> {
  const [packed, own] = await Promise.all([packAssets(assets), packFonts(document, findFont)])
  return { assets: packed.assets, fonts: own.fonts, parts: new Map([...packed.parts, ...own.parts]) }
}

/** Asset entries and their parts (Blobs by hash). */
export interface PackedAssets extends Pick<Project, 'assets'> {
  parts: Parts
}

/** Packs assets. Each asset is packed only once. Rejects for the same reasons as `packDocument`. */
export async function packAssets(assets: readonly Asset[]): Promise<PackedAssets> {
  const all = await Promise.all(assets.map(packOnce))
  return { assets: all.map(({ entry }) => entry), parts: new Map(all.flatMap(({ parts }) => parts)) }
}

const packs = new WeakMap<Asset, () => Promise<Packed>>()
const packOnce = (asset: Asset): Promise<Packed> =>
  onceFor(packs, asset, () => (asset.kind === 'matte' ? packMatte(asset) : packBitmap(asset)))

async function packMatte({ id, kind, width, height, coverage }: Extract<Asset, { kind: 'matte' }>): Promise<Packed> {
  const [part, blob] = await packCoverage({ width, height, coverage })
  return { entry: { kind, id, part, width, height }, parts: [[part, blob]] }
}

async function packBitmap({ id, kind, width, height, source }: Extract<Asset, { kind: 'bitmap' }>): Promise<Packed> {
  if (!source) throw new Error(`the bitmap '${id}' has no source file, so it cannot be stored`)
  const part = await sha256(new Uint8Array(await source.blob.arrayBuffer()))
  const cut = source.cut && (await packCoverage(source.cut))
  return {
    entry: { kind, id, part, width, height, cut: cut ? cut[0] : null },
    parts: [[part, source.blob], ...(cut ? [cut] : [])],
  }
}

async function packCoverage({ coverage }: Coverage): Promise<readonly [hash: string, blob: Blob]> {
  const bytes = await deflate(coverage, 'deflate-raw')
  return [await sha256(bytes), new Blob([bytes])]
}

/** Returns the entries and parts of the user's own fonts that a document uses. */
async function packFonts(
  doc: DocumentSnapshot,
  findFont: (id: string) => SavedFont | null,
): Promise<{ fonts: FontEntry[]; parts: Parts }> {
  const own = [...stringsIn(doc)].flatMap((name) => findFont(name) ?? [])
  const packed = await Promise.all(own.map(async (font) => ({ ...font, part: await partOf(font) })))
  return {
    fonts: packed.map(({ name, part }) => ({ name, part })),
    parts: new Map(packed.map(({ part, blob }) => [part, blob])),
  }
}

/** Returns the hash of the font's file. Computed once per font. */
const partOf = (font: SavedFont): Promise<string> =>
  onceFor(hashes, font, async () => sha256(new Uint8Array(await font.blob.arrayBuffer())))
const hashes = new WeakMap<SavedFont, () => Promise<string>>()
