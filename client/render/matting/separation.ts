import type { AssetId } from '../../kit/base/ids.ts'
import type { AssetStore } from '../../model/assets/store.ts'
import type { Separation, SubjectSelection } from '../../model/document/document.ts'
import { matteBox } from './matteBox.ts'

/**
 * Returns the separation record of a matte: asset, network (`model`), bounding box, and what the user selected
 * (`chosen`).
 * @throws if the store has no such matte.
 */
export function separationOf(assets: AssetStore, matte: AssetId, model: string, chosen?: SubjectSelection): Separation {
  const asset = assets.matte(matte)
  if (!asset) throw new Error(`no matte '${matte}' in the store`)
  const { width, height } = asset
  const box = matteBox(asset) ?? { x: 0, y: 0, width, height }
  return { matte, model, box, ...(chosen && { chosen }) }
}
