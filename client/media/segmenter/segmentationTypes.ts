/** Types of the segmentation that the page and its workers share. Coordinates are px of the photo. */
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { Result } from '#client/kit/values/result.ts'
import type { Coverage } from '#client/model/assets/store.ts'
import type { SubjectSelection } from '#client/model/document/document.ts'

/**
 * The reason why there is no matte. 'model-unavailable': a network could not be loaded, or its worker failed.
 * 'no-subject': the networks found no subject. 'out-of-memory': the page or the GPU lacked memory. 'aborted': a newer
 * call or the signal aborted the job.
 */
export type SegmentError = 'model-unavailable' | 'no-subject' | 'out-of-memory' | 'aborted'

export type Outcome<T> = Result<T, SegmentError>

/** `loadedBytes`: number of loaded bytes, uncompressed. `fraction`: finished fraction of the computation, 0..1. */
export type SegmentProgress =
  | { stage: 'loading'; loadedBytes: number; totalBytes: number }
  | { stage: 'separating'; fraction: number }

export interface SegmentOptions {
  signal: AbortSignal
  onProgress?(progress: SegmentProgress): void
  /** Called when the worker has the photo. */
  onSent?(): void
  /** Kind of the task. A newer task aborts an older task of the same kind. Default: the name of the method. */
  kind?: 'lift'
}

export type Backend = 'webgl' | 'wasm'

/** Settings of the WebGL backend, which `npm run eval -- --webgl` varies. */
export interface WebglSettings {
  /** If true, convolutions don't need an expanded copy of their input (im2col), which halves their memory. */
  usesDirectConvolution: boolean
  /** Size of all textures, MB, above which a disposed texture is deleted instead of reused. */
  poolMB: number
  /** If true, the tensors' shapes are uniforms, so that tensors of several shapes share a shader program. */
  hasShapeUniforms: boolean
}

/** The settings that a worker loads its networks with. */
export interface WorkerSetup {
  /** Absolute URL of the manifest, or a path from the root. */
  manifest: string
  /** The backend of MobileSAM's encoder. All other networks run on WebAssembly. */
  encoder: Backend
  /**
   * The GPU that `encoder` was chosen for. On any other GPU, the encoder runs on WebAssembly. Null = `encoder` applies
   * to every GPU.
   */
  gpu: string | null
  /** Replaces single settings of the WebGL backend. */
  webgl: Partial<WebglSettings>
}

/** Memory of TensorFlow.js in the worker. */
export interface SegmenterMemory {
  /** The backend that ran the encoder. Null before the first run. */
  encoder: Backend | null
  tensors: number
}

/** The encoder's speed on this device. `gpu`: null if there is no GPU. */
export interface EncoderMeasurement {
  gpu: string | null
  /** The faster backend. */
  backend: Backend
  wasmMs: number
  /** Duration on WebGL, ms. Null if WebGL failed or computed other values. */
  webglMs: number | null
}

/** A selection: its start and all later actions. */
export type ReadonlySelection = Immutable<SubjectSelection>

/**
 * One action in the selection tool: adds the object at its points to the selection, or removes the object. Several
 * points select one object.
 */
export type SelectionInput = ReadonlySelection['choices'][number]

/** A point of a prompt: positive ('in'), negative ('out'), or one of a box's two corners. */
export type PromptPoint = SelectionInput['points'][number]

/**
 * The start of a selection: the automatic segmentation, an empty selection, all people, or a mask by its number.
 * Candidate masks are numbered by rank, from 0. The alternatives to the automatic mask have the numbers -1 and -2.
 */
export type SelectionStart = ReadonlySelection['start']

/** Source of a matte: the start of a selection, or one person. People are numbered from left to right. */
export type SegmentStart = SelectionStart | `person-${number}`

/** A mask or a matte that the user selected. */
export interface SelectedCoverage extends Coverage {
  /** Whether the user selected a person, or an animal that looks like a person to the person network. */
  isPerson?: boolean
}

/** A mask of the whole photo on the mask grid: one coverage byte per grid px, row-major, 0 = background. */
export type GridMask = SelectedCoverage

/** A mask that a network returned. */
export interface MaskPreview extends GridMask {
  /** The network's own estimate of the mask's IoU with an object, 0..1. */
  score: number
  /** Whether the mask shows only a part of a person. Only in candidate masks. */
  isPart?: boolean
  /** Whether the mask shows a whole person, animal or member of a group. Only in candidate masks. */
  isOneOfSeveral?: boolean
}

/** A candidate mask of the subject. To get its full matte, segment a selection with this `start`. */
export interface SubjectCandidate {
  start: SelectionStart
  mask: GridMask
}

/**
 * The automatic segmentation. `candidates`: candidate masks, most likely first. The first candidate is the mask of the
 * returned matte.
 */
export interface FoundSubject {
  coverage: Coverage['coverage']
  isInDoubt: boolean
  candidates: SubjectCandidate[]
}
