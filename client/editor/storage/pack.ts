import { sha256 } from '../../kit/base/sha256.ts'
import type { Asset, Coverage } from '../../model/assets/store.ts'
import { deflate } from './deflate.ts'
import type { AssetEntry, Parts } from './project.ts'

interface Packed {
  entry: AssetEntry
  parts: readonly (readonly [hash: string, blob: Blob])[]
}

const packed = new WeakMap<Asset, Promise<Packed>>()

/**
 * Returns the entries and parts under which a project stores assets. Each asset is packed once, however often the
 * project is saved. @throws Error for a bitmap without a source file, and when a file cannot be read
 */
export async function pack(assets: readonly Asset[]): Promise<{ assets: AssetEntry[]; parts: Parts }> {
  const all = await Promise.all(assets.map(packOnce))
  return { assets: all.map(({ entry }) => entry), parts: new Map(all.flatMap(({ parts }) => parts)) }
}

function packOnce(asset: Asset): Promise<Packed> {
  const known = packed.get(asset)
  if (known) return known
  const packing = asset.kind === 'matte' ? packMatte(asset) : packBitmap(asset)
  packed.set(asset, packing)
  packing.catch(() => packed.delete(asset)) // the caller gets the error; the next save tries again
  return packing
}

async function packMatte({ id, kind, width, height, coverage }: Extract<Asset, { kind: 'matte' }>): Promise<Packed> {
  const [part, blob] = await packCoverage({ width, height, coverage })
  return { entry: { kind, id, part, width, height }, parts: [[part, blob]] }
}

async function packBitmap({ id, kind, width, height, source }: Extract<Asset, { kind: 'bitmap' }>): Promise<Packed> {
  if (!source) throw new Error(`the bitmap '${id}' was made on the way and cannot be kept`)
  const part = await sha256(new Uint8Array(await source.blob.arrayBuffer()))
  const cut = source.cut && (await packCoverage(source.cut))
  return {
    entry: { kind, id, part, width, height, cut: cut ? cut[0] : null },
    parts: [[part, source.blob], ...(cut ? [cut] : [])],
  }
}

async function packCoverage({ coverage }: Coverage): Promise<readonly [hash: string, blob: Blob]> {
  const bytes = await deflate(coverage)
  return [await sha256(bytes), new Blob([bytes])]
}
