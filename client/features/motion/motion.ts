/** The motion of the open document: playing it, its file settings, and saving it as a file. */
import { proxy } from 'valtio/vanilla'
import { subscribeKey } from 'valtio/vanilla/utils'
import { downloadDelivery, type ExportDeps } from '#client/editor/flows/exports.ts'
import { defaults } from '#client/kit/values/fields.ts'
import type { MotionScene } from '#client/media/exporter/motion/drawFrame.ts'
import {
  type MotionFile,
  motionFileFields,
  motionFormatOf,
  supportedMotionFormats,
} from '#client/media/exporter/motion/motionFormats.ts'
import type { PaintedPlane } from '#client/media/exporter/motion/paintPlanes.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { motionOf } from '#client/model/document/motion.ts'

/** The painted depth planes of a preview. */
export interface PaintedMotion {
  /** id of the open photo's asset */
  photo: string | undefined
  /** Equal strings mean that the depth planes show the same content. */
  content: string
  scene: MotionScene
  /** Painted depth planes by request. A change of the camera paints only the planes that are missing here. */
  planes: ReadonlyMap<string, Promise<PaintedPlane | null>>
}

/** State of the motion panel. This state is not part of undo. */
interface MotionState {
  isPlaying: boolean
  /** The preview painted last (a valtio ref), even after the panel was closed. Null before the first preview. */
  painted: PaintedMotion | null
  file: MotionFile
  /** Ids of the formats that this browser can write. Null until they are known. */
  supported: string[] | null
}

/** Returns the preview painted last if it shows the document's photo. The preview may be outdated. */
export const paintedOf = (
  { painted }: Pick<MotionState, 'painted'>,
  { photo }: Pick<DocumentSnapshot, 'photo'>,
): PaintedMotion | null => (painted?.photo === photo?.asset ? painted : null)

export function createMotion({ session, downloader, graphics, targets }: ExportDeps) {
  const state = proxy<MotionState>({
    isPlaying: false,
    painted: null,
    file: defaults(motionFileFields),
    supported: null,
  })
  // frees the depth planes of the previous photo
  const dispose = subscribeKey(session.doc, 'photo', () => {
    state.painted = null
  })
  return {
    dispose,
    graphics,
    /** valtio proxy, tracked by React */
    state,
    /** Plays the motion unless the user prefers reduced motion. Finds out which formats this browser can write. */
    async open() {
      state.isPlaying = !matchMedia('(prefers-reduced-motion: reduce)').matches
      const supported = await supportedMotionFormats()
      state.supported = supported
      if (!supported.includes(state.file.format)) state.file.format = supported[0] ?? 'gif'
    },
    /** Saves the motion as a file. Costs as much as a download. */
    save() {
      const file = { ...state.file }
      return downloader.deliver({
        format: motionFormatOf(file),
        async render(doc, options) {
          const { exportMotion } = await import('#client/media/exporter/motion/exportMotion.ts')
          return exportMotion(doc, motionOf(doc), file, graphics, options)
        },
        ...downloadDelivery(targets, session),
      })
    },
  }
}
