/** What the page and the worker of the edge colours say to each other; each message is answered before the next. */

import type { Rect, Size } from '../../../kit/base/geometry.ts'
import type { Patch } from '../../../model/assets/store.ts'

export type ToEdges =
  | { type: 'matte'; size: Size; coverage: Uint8Array<ArrayBuffer> }
  /** Rows of the photo, from `rect.y` on. */
  | { type: 'rows'; rect: Rect; image: ImageBitmap }
  /** The part of the photo that some tiles need. */
  | { type: 'tiles'; rect: Rect; image: ImageBitmap; tiles: readonly Rect[] }

/** `patches`: of the tiles that were given, in pairs. */
export type FromEdges =
  | { type: 'plan'; rows: number; tiles: readonly Rect[] }
  | { type: 'patches'; front: Patch[]; behind: Patch[] }
