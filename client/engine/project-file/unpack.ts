/** Restores the pixels and fonts of a project. */

import { readBytes, sparseCopy } from '#client/kit/bytes/bytes.ts'
import { inflateExactly } from '#client/kit/bytes/deflate.ts'
import { sha256 } from '#client/kit/bytes/sha256.ts'
import { checkFont } from '#client/kit/fonts/own/importFont.ts'
import { findOwnFont, listFont, type OwnFont, ownId, storeRejectedFont } from '#client/kit/fonts/own/ownFonts.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import { applyMatte } from '#client/layers/overlay/applyMatte.ts'
import { type ImportError, type ImportedImage, PHOTO_LIMITS } from '#client/media/importer/importer.ts'
import type { Asset, Coverage } from '#client/model/assets/store.ts'
import { copyBitmap } from '#client/model/assets/straightAlpha.ts'
import type { AssetEntry, FontEntry, Project, ProjectError } from './project.ts'

export interface UnpackDeps {
  /** Resolves with the bytes of a part, or null if the part is missing. */
  part(hash: string): Promise<Blob | null>
  /** Decodes an asset's image file. Fails if the file can't be read or exceeds the size limit for photos. */
  decode(file: File, signal: AbortSignal, id: AssetId): Promise<Result<ImportedImage, ImportError>>
  /** Applies a matte to an image. By default `applyMatte`. */
  cutOut?: typeof applyMatte | undefined
}

/**
 * Restores a project's assets under their stored ids, and its fonts. Doesn't list the fonts yet. Equal assets are
 * decoded once. The photo is decoded separately, because its colors depend on the document. `lostFonts`: the names of
 * fonts that are missing or that the browser rejects. Fails with 'aborted', or with 'damaged' if an asset's part is
 * missing or unreadable, doesn't match its hash or size, or if its image has more pixels than allowed. After a failure,
 * all bitmaps are closed.
 */
export async function unpackProject(
  project: Pick<Project, 'document' | 'assets' | 'fonts'>,
  deps: UnpackDeps,
  signal: AbortSignal,
): Promise<Result<{ assets: Asset[]; fonts: OwnFont[]; lostFonts: string[] }, ProjectError>> {
  const fonts = await unpackFonts(project.fonts, deps.part)
  const assets: Asset[] = []
  const decoded = new Map<string, Asset>()
  for (const entry of project.assets) {
    const content = JSON.stringify({ ...entry, id: entry.id === project.document.photo?.asset })
    const twin = decoded.get(content)
    const asset = twin ? await copyAsset(twin, entry.id) : await unpackOne(entry, deps, signal)
    if (asset) decoded.set(content, asset)
    if (asset) assets.push(asset)
    if (asset && !signal.aborted) continue
    closeBitmaps(assets)
    return err(signal.aborted ? 'aborted' : 'damaged')
  }
  return ok({ assets, ...fonts })
}

/** Frees the bitmaps of assets that no document will use. */
export function closeBitmaps(assets: readonly Asset[]): void {
  for (const asset of assets) if (asset.kind === 'bitmap') asset.bitmap.close()
}

/**
 * Restores a template's images without its photo and matte, and lists its fonts. Fails like `unpackProject`, and also
 * with 'damaged' if a font is missing or rejected.
 */
export async function unpackTemplate(
  template: Pick<Project, 'document' | 'assets' | 'fonts'>,
  deps: UnpackDeps,
  signal: AbortSignal,
): Promise<Result<Asset[], ProjectError>> {
  const { fonts, lostFonts } = await unpackFonts(template.fonts, deps.part)
  if (lostFonts.length > 0) return err('damaged')
  const project = { ...template, assets: assetsWithoutPhoto(template), fonts: [] }
  const unpacked = await unpackProject(project, deps, signal)
  if (!unpacked.ok) return unpacked
  for (const font of fonts) listFont(font)
  return ok(unpacked.value.assets)
}

/** Returns a project's assets, except its photo and matte. */
export const assetsWithoutPhoto = ({ document, assets }: Pick<Project, 'document' | 'assets'>): AssetEntry[] =>
  assets.filter(({ id }) => id !== document.photo?.asset && id !== document.separation?.matte)

/** Returns a copy of an asset under a different id. The caller must close both bitmaps. */
const copyAsset = async (asset: Asset, id: AssetId): Promise<Asset> =>
  asset.kind === 'matte' ? { ...asset, id } : { ...asset, id, bitmap: await copyBitmap(asset.bitmap) }

async function unpackOne(entry: AssetEntry, deps: UnpackDeps, signal: AbortSignal): Promise<Asset | null> {
  if (entry.width * entry.height > PHOTO_LIMITS.maxPixels) return null
  if (entry.kind === 'bitmap') return unpackBitmap(entry, deps, signal)
  const coverage = await coverageOf(entry.part, entry, deps)
  return coverage && { kind: 'matte', id: entry.id, ...coverage }
}

async function unpackBitmap(
  { id, kind, part, width, height, cut }: Extract<AssetEntry, { kind: 'bitmap' }>,
  deps: UnpackDeps,
  signal: AbortSignal,
): Promise<Asset | null> {
  const blob = await deps.part(part)
  // any name works, because the importer detects the format from the bytes
  const decoded = blob && (await deps.decode(new File([blob], 'picture.jpg'), signal, id))
  if (!decoded?.ok) return null
  const picture = decoded.value
  const { bitmap, sha256, hasAlpha } = picture
  const coverage = cut === null ? null : await coverageOf(cut, { width, height }, deps)
  const isSound =
    sha256 === part && picture.width === width && picture.height === height && (cut === null || coverage !== null)
  if (!isSound) {
    bitmap.close()
    return null
  }
  const source = { blob: picture.blob, cut: coverage }
  if (!coverage) return { kind, id, bitmap, width, height, hasAlpha, sha256, source }
  const cutBitmap = await (deps.cutOut ?? applyMatte)(bitmap, coverage)
  bitmap.close()
  return { kind, id, bitmap: cutBitmap, width, height, hasAlpha: true, sha256: `${sha256}-cut`, source }
}

async function coverageOf(
  part: string,
  { width, height }: { width: number; height: number },
  deps: UnpackDeps,
): Promise<Coverage | null> {
  const blob = await deps.part(part)
  if (!blob) return null
  const bytes = new Uint8Array(await blob.arrayBuffer())
  if ((await sha256(bytes)) !== part) return null
  const coverage = await inflateExactly(bytes, width * height)
  return coverage && { width, height, coverage: sparseCopy(coverage) }
}

/**
 * Checks a project's fonts. Returns the usable fonts, including those that the user has imported, and the names of the
 * others. Stores fonts that the browser rejects. Doesn't add fonts to the list of the user's fonts.
 */
async function unpackFonts(
  entries: readonly FontEntry[],
  bytesOf: (hash: string) => Promise<Blob | null>,
): Promise<{ fonts: OwnFont[]; lostFonts: string[] }> {
  const fonts: OwnFont[] = []
  const lostFonts: string[] = []
  for (const { name, part } of entries) {
    const blob = await bytesOf(part)
    const checked = blob && (await checkFont(blob, name))
    const found = checked?.ok && checked.value.id === ownId(part) ? checked.value : findOwnFont(ownId(part))
    if (found) fonts.push({ ...found, name })
    else {
      lostFonts.push(name)
      const bytes = blob && (await readBytes(blob))
      if (bytes && (await sha256(bytes)) === part) storeRejectedFont({ id: ownId(part), name, blob })
    }
  }
  return { fonts, lostFonts }
}
