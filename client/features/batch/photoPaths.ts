/** Finds the photos of a batch by the paths in a table. */

import type { BatchItem } from '#client/editor/storage/batchStore.ts'
import { withoutExtension } from '#server/contract/tables/safeStem.ts'

export type Photo = Pick<BatchItem, 'name' | 'folder'>

/** The end of a path, such as `rome/a.jpg`, with the positions of the photos whose paths end with it. */
export interface PhotoPath {
  places: number[]
  /** Number of names in this end. */
  depth: number
  /** True if no photo has a known folder above this end. */
  isWhole: boolean
}

/** Indexes the photos by each end of their paths, with and without extension. */
export function indexPaths(photos: readonly Photo[]) {
  const paths = new Map<string, PhotoPath>()
  let deepest = 1
  for (const [place, { name, folder = '' }] of photos.entries()) {
    const folders = namesIn(folder)
    deepest = Math.max(deepest, folders.length + 1)
    for (const file of new Set([name, withoutExtension(name)].map((each) => namesIn(each).join('/'))))
      for (let depth = 0; depth <= folders.length; depth++) {
        const end = [...folders.slice(folders.length - depth), file].join('/')
        const path = paths.get(end) ?? { places: [], depth: depth + 1, isWhole: true }
        path.places.push(place)
        path.isWhole &&= depth === folders.length
        paths.set(end, path)
      }
  }
  return {
    /**
     * Returns the longest known end of a path, or null. Several photos in known folders that differ from the path's
     * folder are not meant.
     */
    find(path: string): PhotoPath | null {
      const names = namesIn(path)
      for (let start = Math.max(0, names.length - deepest); start < names.length; start++) {
        const known = paths.get(names.slice(start).join('/'))
        if (known) return start === 0 || known.isWhole || known.places.length === 1 ? known : null
      }
      return null
    },
  }
}

/** Returns the names in a path, in lower case and in Unicode's composed form. */
const namesIn = (path: string): string[] =>
  path
    .normalize('NFC')
    .toLowerCase()
    .split(/[/\\]/)
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== '.')

/**
 * Returns the name of each photo as the batch shows it. Photos of one name are shown with their folders, if the folders
 * are known.
 */
export function shownNames(photos: readonly (Photo & Pick<BatchItem, 'id'>)[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>()
  for (const { name } of photos) counts.set(name, (counts.get(name) ?? 0) + 1)
  return new Map(
    photos.map(({ id, name, folder }) => [id, folder && (counts.get(name) ?? 0) > 1 ? `${folder}/${name}` : name]),
  )
}
