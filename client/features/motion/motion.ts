/** The motion of the open document: playback, file settings, and saving. */
import { proxy } from 'valtio/vanilla'
import { subscribeKey } from 'valtio/vanilla/utils'
import { downloadDelivery, type ExportDeps } from '#client/editor/flows/exports.ts'
import { defaults } from '#client/kit/values/fields.ts'
import { memoOn } from '#client/kit/values/identity.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { MotionScene } from '#client/media/exporter/motion/drawFrame.ts'
import {
  type MotionFile,
  motionFileFields,
  motionFormatOf,
  supportedMotionFormats,
} from '#client/media/exporter/motion/motionFormats.ts'
import type { PaintedPlane } from '#client/media/exporter/motion/paintPlanes.ts'
import type { DocumentSnapshot, LayerBase } from '#client/model/document/document.ts'
import { motionOf } from '#client/model/document/motion.ts'

/** The painted depth planes of the preview, and the document state they show. */
export interface PaintedMotion {
  /** Asset id of the painted photo. */
  photo: string | undefined
  /** A key of the painted content. If two keys are equal, the depth planes are equal. */
  content: string
  scene: MotionScene
  /** Painted depth planes by request. After a change to the camera, only planes that aren't in this map are painted. */
  planes: ReadonlyMap<string, Promise<PaintedPlane | null>>
}

/** State of the Motion panel. Undo doesn't affect it. */
interface MotionState {
  isPlaying: boolean
  /** The most recent preview (a valtio ref), even after the panel was closed. Null before the first preview. */
  painted: PaintedMotion | null
  file: MotionFile
  /** Ids of the formats that this browser can write. Null until this is known. */
  supported: string[] | null
}

/** Returns the most recent preview if it shows the document's photo, otherwise null. The preview may be outdated. */
export const paintedOf = (
  { painted }: Pick<MotionState, 'painted'>,
  { photo }: Pick<DocumentSnapshot, 'photo'>,
): PaintedMotion | null => (painted?.photo === photo?.asset ? painted : null)

const jsonOf = memoOn((value: object) => JSON.stringify(value))
const jsonOfLayer = memoOn(({ depth: _, ...layer }: Immutable<LayerBase>) => JSON.stringify(layer))

/**
 * Returns a key of everything that depth planes show. Motion settings and depths aren't part of the key. Snapshots share
 * their unchanged parts, so only the changed parts are serialized again.
 */
export function contentOf({ motion: _, layers, ...doc }: DocumentSnapshot): string {
  const parts = Object.entries(doc).map(([name, part]) => {
    const json = typeof part === 'object' && part !== null ? jsonOf(part) : JSON.stringify(part)
    return `${name} ${json}`
  })
  return [...parts, ...Object.values(layers).map(jsonOfLayer)].join('\n')
}

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
    /** The state of the panel, a valtio proxy. */
    state,
    /** Starts playback unless the user prefers reduced motion. Checks which formats this browser can write. */
    async open() {
      state.isPlaying = !matchMedia('(prefers-reduced-motion: reduce)').matches
      const supported = await supportedMotionFormats()
      state.supported = supported
      if (!supported.includes(state.file.format)) state.file.format = supported[0] ?? 'gif'
    },
    /** Saves the motion as a file. Costs as many credits as a download. */
    save() {
      const file = { ...state.file }
      return downloader.deliver({
        needsSubject: true,
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
