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

/**
 * Where a selection starts: the automatic segmentation, nothing, all people, or a mask by its number. The hypotheses are
 * numbered by rank, from 0; the readings that are no hypothesis are -1, -2.
 */
export type ChoiceStart = 'found' | 'nothing' | 'people' | number

/** Where a matte starts: as a selection, or with one of the people, who are numbered from left to right. */
export type SegmentStart = ChoiceStart | `person-${number}`

/** A selection: its start and all actions since. */
export interface Choices {
  start: ChoiceStart
  choices: readonly Choice[]
}

/** A mask of the whole photo on the mask grid: one coverage byte per grid px, row-major, 0 = background. */
export interface GridMask extends Size {
  coverage: Uint8Array<ArrayBuffer>
}

/** A mask that a network drew. */
export interface MaskPreview extends GridMask {
  /** The network's own estimate of the mask's IoU with an object, 0..1. */
  score: number
}

/** A possible subject: its mask, and the start of a selection that gives its matte. */
export interface Reading {
  start: ChoiceStart
  mask: GridMask
}

/** One task of the refiner, about the photo that was sent last. */
export type RefinementTask =
  /** The matte of the automatic segmentation. */
  | { kind: 'find' }
  /** A small mask of what one more choice would add or remove. Quick, for hovering. */
  | { kind: 'preview'; choice: Choice; before: Choices }
  /** Small masks of everything that may be the subject, best first. */
  | { kind: 'hypotheses' }
  /** Small masks of each person, from left to right. */
  | { kind: 'each-person' }
  /** The matte of a selection. */
  | { kind: 'segment'; start: SegmentStart; choices: readonly Choice[] }

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

/** `readings`: what the subject may be, most likely first; the first is the matte that was found. */
export type RefinementResult =
  | { kind: 'found'; coverage: Uint8Array<ArrayBuffer>; isInDoubt: boolean; readings: Reading[] }
  | { kind: 'matte'; coverage: Uint8Array<ArrayBuffer> }
  | { kind: 'previews'; previews: MaskPreview[] }

/** Messages from the refiner's worker. `job` is the id of the command that they answer. */
export type RefinerMessage =
  | { type: 'progress'; job: number; progress: SegmentProgress }
  | { type: 'request-rows'; job: number; top: number; height: number }
  | { type: 'done'; job: number; result: RefinementResult }
  | { type: 'failed'; job: number; error: Exclude<SegmentError, 'aborted'> | 'webgl-broken'; reason: string }
  | { type: 'memory'; memory: SegmenterMemory }
