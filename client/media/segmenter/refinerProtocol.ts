/** Messages between the refiner and its worker. Coordinates are px of the photo. */
import type { Size } from '../../kit/base/geometry.ts'
import type { Backend, SegmentError, SegmenterMemory, SegmentProgress } from './segmenterProtocol.ts'

/** A point of a prompt: positive ('in'), negative ('out'), or one of a box's two corners. */
export interface ChoicePoint {
  x: number
  y: number
  kind: 'in' | 'out' | 'box-start' | 'box-end'
}

/** One action in the selection tool: adds or removes what its points mean. Several points mean one object. */
export interface Choice {
  adds: boolean
  points: readonly ChoicePoint[]
}

/** Where a selection starts: the automatic segmentation, nothing, all people, or a hypothesis by its index. */
export type ChoiceStart = 'found' | 'nothing' | 'people' | number

/** A selection: its start and all actions since. */
export interface Choices {
  start: ChoiceStart
  choices: readonly Choice[]
}

/** A mask of the whole photo on the mask grid: one coverage byte per grid px, row-major, 0 = background. */
export interface MaskPreview extends Size {
  coverage: Uint8Array<ArrayBuffer>
  /** The network's own estimate of the mask's IoU with an object, 0..1. */
  score: number
}

/** One task of the refiner, about the photo that was sent last. */
export type RefinementTask =
  /** The matte of the automatic segmentation. */
  | { kind: 'find' }
  /** A small mask of what one more choice would add or remove. Quick, for hovering. */
  | { kind: 'preview'; choice: Choice; before: Choices }
  /** Small masks of everything that may be the subject, best first. */
  | { kind: 'hypotheses' }
  /** The matte of a selection. */
  | { kind: 'segment'; start: ChoiceStart; choices: readonly Choice[] }

/** Messages to the refiner's worker. */
export type RefinerCommand =
  | { type: 'start'; manifest: string; backend: Backend | null }
  /** All later tasks are about this photo. `image` may be smaller than `size`. It is transferred. */
  | { type: 'photo'; image: ImageBitmap; size: Size }
  | { type: 'task'; job: number; task: RefinementTask }
  /** The requested rows, at the photo's own size. The image is transferred. */
  | { type: 'rows'; job: number; image: ImageBitmap }
  | { type: 'abort'; job: number }
  | { type: 'measure' }

/** `agreement`: soft IoU of the mask with the saliency, 0..1, not a confidence; null where the user chose the subject. */
export type RefinementResult =
  | { kind: 'matte'; coverage: Uint8Array<ArrayBuffer>; agreement: number | null }
  | { kind: 'previews'; previews: MaskPreview[] }

/** Messages from the refiner's worker. `job` is the id of the command that they answer. */
export type RefinerMessage =
  | { type: 'progress'; job: number; progress: SegmentProgress }
  | { type: 'request-rows'; job: number; top: number; height: number }
  | { type: 'done'; job: number; result: RefinementResult }
  | { type: 'failed'; job: number; error: Exclude<SegmentError, 'aborted'> | 'webgl-broken'; reason: string }
  | { type: 'memory'; memory: SegmenterMemory }
