/** Messages between the page and the estimation worker. Each command is answered before the next is sent. */

import type { Rect, Size } from '../../../kit/base/geometry.ts'
import type { Patch } from '../../../model/assets/store.ts'

/** What the page sends to the worker. */
export type EdgeColoursCommand =
  | { type: 'matte'; size: Size; coverage: Uint8Array<ArrayBuffer> }
  /** A strip of the photo. */
  | { type: 'rows'; rect: Rect; image: ImageBitmap }
  /** The part of the photo that `tiles` depend on. */
  | { type: 'tiles'; rect: Rect; image: ImageBitmap; tiles: readonly Rect[] }

/** `patches`: foreground and background of each tile. */
export type EdgeColoursMessage =
  | { type: 'plan'; rows: number; tiles: readonly Rect[] }
  | { type: 'patches'; foreground: Patch[]; background: Patch[] }
