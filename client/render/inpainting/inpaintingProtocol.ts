/** Messages between the page and the inpainting worker. */
import type { Rect, Size } from '../../kit/base/geometry.ts'
import type { Patch } from '../../model/assets/store.ts'

/** What the page sends to the worker. */
export type InpaintingCommand =
  /** What is to be filled: one byte per px, 0 = nothing. Answered by `plan`. */
  | { type: 'hole'; size: Size; coverage: Uint8Array<ArrayBuffer> }
  /** A strip of the photo; all of them, from top to bottom. Answered by `added`. */
  | { type: 'rows'; rect: Rect; image: ImageBitmap }
  /** Answered by any number of `progress`, then `solved`. */
  | { type: 'solve'; seed: number }
  /** A strip that the solution copies from. Answered by `added`. */
  | { type: 'source'; rect: Rect; image: ImageBitmap }
  /** Answered by any number of `progress`, then `patches`. */
  | { type: 'transfer' }

/** What the worker answers. */
export type InpaintingMessage =
  /** `rows` of each strip but the last; 0 = nothing is to be filled. */
  | { type: 'plan'; rows: number }
  | { type: 'added' }
  /** The tops of the strips that the solution copies from, photo px. */
  | { type: 'solved'; tops: number[] }
  /** 0..1. */
  | { type: 'progress'; share: number }
  | { type: 'patches'; patches: Patch[] }
