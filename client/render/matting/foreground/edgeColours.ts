/**
 * A photo in two: as the subject's edge shows it, and as the background would without the subject. Each is the photo
 * itself but for tiles along the edge. Found once per photo and matte, freed with either.
 */

import { type AssetId, newId } from '../../../kit/base/ids.ts'
import { perStore } from '../../../model/assets/perStore.ts'
import type { AssetStore, BitmapAsset, MatteAsset, PatchedPhoto } from '../../../model/assets/store.ts'
import { estimateEdges } from './estimateEdgeColours.ts'

export interface EdgeColours {
  front: BitmapAsset | PatchedPhoto
  behind: BitmapAsset | PatchedPhoto
  /** They are those of the matte before its last edits: near enough while a gesture runs. */
  isOutdated: boolean
}

export interface Edges {
  /** What is there already. */
  ready(photo: BitmapAsset, matte: MatteAsset): EdgeColours | null
  /** Resolves when they are there. Never rejects: where they cannot be had, both are the photo. */
  build(photo: BitmapAsset, matte: MatteAsset): Promise<EdgeColours>
}

/** Mattes whose colours are kept: the present one, and the one that an undo brings back. */
const MOST = 2

/** The edges of a store: one set, whoever paints. */
export const edgesOf = perStore(createEdges)

interface Held {
  photo: AssetId
  matte: AssetId
  colours: EdgeColours | null
  found: Promise<EdgeColours> | null
}

function createEdges(assets: AssetStore): Edges {
  const held = new Map<string, Held>() // the one asked for last comes last
  let turn: Promise<unknown> = Promise.resolve() // one at a time; what is no longer held by then is left out

  assets.onFreed((id) => {
    for (const [key, { photo, matte }] of held) if (photo === id || matte === id) held.delete(key)
  })
  assets.onRevised(({ before, after }) => {
    for (const { photo, matte, colours } of [...held.values()]) {
      if (matte !== before.id) continue
      held.delete(keyOf(photo, matte))
      const outdated = colours && { ...colours, isOutdated: true }
      held.set(keyOf(photo, after.id), { photo, matte: after.id, colours: outdated, found: null })
    }
  })

  async function make(photo: BitmapAsset, matte: MatteAsset): Promise<EdgeColours> {
    try {
      const { front, behind } = await estimateEdges(photo, matte)
      if (front.length === 0) return plain(photo)
      const { width, height } = photo
      const patched = (patches: typeof front): PatchedPhoto => {
        return { kind: 'patched', id: newId<AssetId>(), width, height, photo, patches }
      }
      return { front: patched(front), behind: patched(behind), isOutdated: false }
    } catch (cause) {
      if (assets.bitmap(photo.id)) console.error('the colours of the edges could not be found', cause)
      return plain(photo)
    }
  }

  function take(key: string): Held | undefined {
    const known = held.get(key)
    if (!known) return
    held.delete(key)
    held.set(key, known)
    return known
  }

  return {
    ready: (photo, matte) => take(keyOf(photo.id, matte.id))?.colours ?? null,
    build(photo, matte) {
      const key = keyOf(photo.id, matte.id)
      const known = take(key)
      if (known?.found) return known.found
      const fresh: Held = { photo: photo.id, matte: matte.id, colours: known?.colours ?? null, found: null }
      const found = turn.then(() => (held.get(key) === fresh ? make(photo, matte) : plain(photo)))
      void found.then((colours) => {
        fresh.colours = colours
      })
      fresh.found = turn = found
      held.set(key, fresh)
      for (const oldest of [...held.keys()].slice(0, -MOST)) held.delete(oldest)
      return found
    },
  }
}

const plain = (photo: BitmapAsset): EdgeColours => ({ front: photo, behind: photo, isOutdated: false })
const keyOf = (photo: AssetId, matte: AssetId) => `${photo} ${matte}`
