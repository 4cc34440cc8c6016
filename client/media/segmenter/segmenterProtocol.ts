/** Messages between the segmenter and its worker. */
import type { Size } from '../../kit/base/geometry.ts'

/**
 * Why there is no matte. 'model-unavailable': a network could not be loaded, or its worker failed. 'no-subject': the
 * networks found nothing. 'out-of-memory': of the page or the GPU. 'aborted': by the signal or a newer call.
 */
export type SegmentError = 'model-unavailable' | 'no-subject' | 'out-of-memory' | 'aborted'

/** `loadedBytes` counts uncompressed bytes. `fraction`: of the computation, 0..1. */
export type SegmentProgress =
  | { stage: 'loading'; loadedBytes: number; totalBytes: number }
  | { stage: 'separating'; fraction: number }

/** TensorFlow.js backend. */
export type Backend = 'webgl' | 'wasm'

/** The first message, sent once. With `backend` null the worker chooses by the graphics hardware. */
export interface StartMessage {
  type: 'start'
  /** Absolute URL, or a path from the root. */
  manifest: string
  model: string
  backend: Backend | null
}

/** Messages to the segmenter's worker. */
export type SegmenterCommand =
  | StartMessage
  /** Loads the network ahead of the first job. */
  | { type: 'load' }
  /** `image` may be smaller than the photo, whose size is `size`. It is transferred. A newer job ends an older one. */
  | { type: 'segment'; job: number; image: ImageBitmap; size: Size }
  | { type: 'abort'; job: number }
  /** Answered when no network is being loaded. */
  | { type: 'measure' }

/** TensorFlow.js's memory in the worker. */
export interface SegmenterMemory {
  /** Null before the first segmentation. */
  backend: Backend | null
  tensors: number
  bytes: number
  bytesInGpu: number
}

/**
 * Messages from the segmenter's worker. `coverage`: the matte, one byte per px of the photo, row-major; 255 = subject.
 * `backend`: the one that computed it.
 */
export type SegmenterMessage =
  | { type: 'progress'; job: number; progress: SegmentProgress }
  | { type: 'done'; job: number; coverage: Uint8Array<ArrayBuffer>; backend: Backend }
  /** 'webgl-broken': the graphics driver gave nothing usable; the same job may succeed on WASM in a fresh worker. */
  | { type: 'failed'; job: number; error: Exclude<SegmentError, 'aborted'> | 'webgl-broken'; reason: string }
  | { type: 'memory'; memory: SegmenterMemory }
