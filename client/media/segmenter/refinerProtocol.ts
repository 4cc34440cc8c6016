/** What the refiner and its worker say to each other. Places are the photo's own pixels. */
import type { Size } from '../../kit/base/geometry.ts'
import type { Backend, SegmentError, SegmenterMemory, SegmentProgress } from './segmenterProtocol.ts'

/** Where the user points. A box needs both its corners; several points mean one thing together. */
export interface PointedAt {
  x: number
  y: number
  kind: 'in' | 'out' | 'box-start' | 'box-end'
}

/** One thing done in the choosing tool. */
export interface Choice {
  adds: boolean
  points: readonly PointedAt[]
}

/** What choices begin with: what was found by itself, nothing, people, or one of the hypotheses by number. */
export type ChoiceStart = 'found' | 'nothing' | 'people' | number

/** All that was chosen so far. */
export interface Choices {
  start: ChoiceStart
  choices: readonly Choice[]
}

/** A small matte of the whole photo: one byte per pixel, row-major, 0 = background; its sides are those of a coarse grid. */
export interface Sketch extends Size {
  coverage: Uint8Array<ArrayBuffer>
  quality: number // the network's own estimate of the overlap with an object, 0..1
}

export type RefineTask =
  /** The best matte that can be had without being told anything. */
  | { kind: 'find' }
  /** What one more choice would take after those `before`, small and at once. */
  | { kind: 'sketch'; choice: Choice; before: Choices }
  /** Everything that could be meant, best first. */
  | { kind: 'hypotheses' }
  /** The matte of what was chosen. */
  | { kind: 'draw'; start: ChoiceStart; choices: readonly Choice[] }

export type ToRefiner =
  | { type: 'start'; manifest: string; backend: Backend | null }
  /** From now on all is about this photo. `image` may be smaller than it; it is transferred. */
  | { type: 'photo'; image: ImageBitmap; size: Size }
  | { type: 'task'; job: number; task: RefineTask }
  /** The rows that were wanted, in the photo's own size. */
  | { type: 'strip'; job: number; image: ImageBitmap }
  | { type: 'abort'; job: number }
  | { type: 'measure' }

/** `agreement`: how well what was drawn covers what was seen, 0..1; it is no confidence. */
export type RefineAnswer =
  | { kind: 'matte'; coverage: Uint8Array<ArrayBuffer>; agreement: number | null }
  | { kind: 'sketches'; sketches: Sketch[] }

export type FromRefiner =
  | { type: 'progress'; job: number; progress: SegmentProgress }
  | { type: 'want'; job: number; top: number; height: number }
  | { type: 'done'; job: number; answer: RefineAnswer }
  | { type: 'failed'; job: number; error: Exclude<SegmentError, 'aborted'> | 'webgl-broken'; reason: string }
  | { type: 'memory'; memory: SegmenterMemory }
