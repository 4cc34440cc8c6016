/** The page of the motion benchmark. Exports clips of a photo or of flat colors. */
import type { Size } from '#client/kit/geometry/geometry.ts'
import { defaults } from '#client/kit/values/fields.ts'
import { pictureGraphics } from '#client/layers/naming.ts'
import { paintedKinds as kinds } from '#client/layers/nodes.ts'
import { newLayer } from '#client/layers/registry.ts'
import { exportMotion } from '#client/media/exporter/motion/exportMotion.ts'
import { pixelsOf } from '#client/media/exporter/motion/frameEncoder.ts'
import { type MotionFile, motionFormatOf } from '#client/media/exporter/motion/motionFormats.ts'
import { motionFields } from '#client/model/document/motion.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { createPainter } from '#client/render/compositor/painter.ts'
import { base64Of } from '../helpers/base64.ts'
import { coverageOf, portrait, sessionOf } from './gpu/documents.ts'
import { photoOf } from './gpu/photo.ts'
import { createRenderer } from './gpu/setting.ts'

/** Grid of the flat colors. */
export const GRID = { columns: 4, rows: 6 }

export interface Clip {
  file: MotionFile
  seconds: number
  /** Indices of the frames to return as they are before encoding. */
  kept: readonly number[]
  /** Index of a frame. The export is aborted while this frame is encoded. By default the export isn't aborted. */
  abortsAfter?: number
}

/** An exported clip and the cost of its export. */
interface Exported extends Size {
  /** The file in Base64, empty if the export was aborted. */
  file: string
  /** RGBA of the `kept` frames, Base64. */
  frames: string[]
  ms: number
  longestTaskMs: number
  /** Time in ms and encoded frames between the abort and the end of the export. */
  cancel: { ms: number; frames: number }
}

let loaded: { session: Session; renderer: Awaited<ReturnType<typeof createRenderer>> } | null = null

/** Opens a photo with a subject and a text layer behind it, or flat colors. `photo`: URL, or null for the samples. */
export async function load(size: Size, photo: string | null, isFlat: boolean): Promise<void> {
  const session = isFlat
    ? sessionOf(flatColors(size))
    : sessionOf(await photoOf(size, photo), coverageOf(portrait(size)))
  if (!isFlat) newLayer(session.doc, 'text', { text: 'HELLO' })
  loaded = { session, renderer: await createRenderer() }
}

/** Draws saturated colors, skin colors and grays, with channels from 20 to 235. */
function flatColors({ width, height }: Size): ImageBitmap {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { alpha: false })!
  const { columns, rows } = GRID
  for (let i = 0; i < columns * rows; i++) {
    const [r, g, b] = [7, 11, 5].map((step, c) => 20 + ((i * step + 3 * c) % 24) * (215 / 23))
    context.fillStyle = `rgb(${r} ${g} ${b})`
    const [x, y] = [i % columns, Math.floor(i / columns)]
    context.fillRect((x * width) / columns, (y * height) / rows, width / columns, height / rows)
  }
  return canvas.transferToImageBitmap()
}

/**
 * Exports a clip of the open document. Calls `window.onFrame` with the number of encoded frames. @throws Error if no
 * document is open, or with the code of the export's error
 */
export async function run({ file, seconds, kept, abortsAfter }: Clip): Promise<Exported> {
  if (!loaded) throw new Error('nothing loaded')
  const { session, renderer } = loaded
  const { assets } = session
  const graphics = pictureGraphics(async (doc, scale = 1) =>
    createPainter({ doc, renderer, assets, kinds, report: console.warn, scale }),
  )
  const format = motionFormatOf(file)
  const stop = new AbortController()
  const frames: string[] = []
  let [count, abortedAt, longestTaskMs, size] = [0, 0, 0, { width: 0, height: 0 }]
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, duration)
  })
  observer.observe({ type: 'longtask' })
  const recorder: typeof format = {
    ...format,
    async open(clip) {
      size = clip.size
      const encoder = await format.open(clip)
      return (
        encoder && {
          ...encoder,
          finish: () => encoder.finish(),
          cancel: () => encoder.cancel(),
          async add(frame) {
            if (kept.includes(count)) frames.push(base64Of(new Uint8Array(pixelsOf(frame).buffer)))
            if (count === abortsAfter) {
              abortedAt = performance.now()
              setTimeout(() => stop.abort())
            }
            await encoder.add(frame)
            count++
            ;(window as unknown as { onFrame(count: number): void }).onFrame(count)
          },
        }
      )
    },
  }
  const motion = { ...defaults(motionFields), seconds, strength: 100 }
  const started = performance.now()
  const result = await exportMotion(snapshotOf(session), motion, file, graphics, { signal: stop.signal }, recorder)
  const ended = performance.now()
  observer.disconnect()
  if (!result.ok && result.error !== 'aborted') throw new Error(result.error)
  return {
    ...size,
    file: result.ok ? base64Of(new Uint8Array(await result.value.arrayBuffer())) : '',
    frames,
    ms: ended - started,
    longestTaskMs,
    cancel: { ms: ended - abortedAt, frames: count - (abortsAfter ?? count) },
  }
}
