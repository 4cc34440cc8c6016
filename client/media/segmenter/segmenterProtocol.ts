/** What the segmenter and its worker say to each other. */
import type { Size } from '../../kit/base/geometry.ts'

export type SegmentError = 'model-unavailable' | 'no-subject' | 'out-of-memory' | 'aborted'

/** `loadedBytes` counts uncompressed bytes; `fraction`: 0..1 of the work. */
export type SegmentProgress =
  | { stage: 'loading'; loadedBytes: number; totalBytes: number }
  | { stage: 'separating'; fraction: number }

export type Backend = 'webgl' | 'wasm'

/** Said once, before all else. `backend` null: the worker looks at the graphics and chooses. */
export interface Start {
  type: 'start'
  manifest: string // URL, from the root at least
  model: string
  backend: Backend | null
}

export type ToWorker =
  | Start
  /** `image` may be smaller than the photo, whose size is `size`. It is transferred. A newer job ends an older one. */
  | { type: 'segment'; job: number; image: ImageBitmap; size: Size }
  | { type: 'abort'; job: number }
  | { type: 'measure' }

export interface SegmenterMemory {
  backend: Backend | null // null before the first separation
  tensors: number
  bytes: number
  bytesInGpu: number
}

export type FromWorker =
  | { type: 'progress'; job: number; progress: SegmentProgress }
  | { type: 'done'; job: number; coverage: Uint8Array<ArrayBuffer> }
  /** 'webgl-broken': the graphics driver gave nothing usable; the same job may succeed on WASM in a fresh worker. */
  | { type: 'failed'; job: number; error: Exclude<SegmentError, 'aborted'> | 'webgl-broken'; reason: string }
  | { type: 'memory'; memory: SegmenterMemory }
