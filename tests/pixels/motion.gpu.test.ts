/** Tests motions of a scene with a real photo: their frames fit together, and browsers decode the files. */
import { expect, it } from 'vitest'
import chelsea from '#client/editor/samples/chelsea.png'
import { defaults } from '#client/kit/values/fields.ts'
import type { LayerValues } from '#client/layers/registry.ts'
import { drawFrame } from '#client/media/exporter/motion/drawFrame.ts'
import { exportMotion, paintScene } from '#client/media/exporter/motion/exportMotion.ts'
import { pixelsOf } from '#client/media/exporter/motion/frameEncoder.ts'
import { motionFileFields, motionFormats, supportedMotionFormats } from '#client/media/exporter/motion/motionFormats.ts'
import { planMotion } from '#client/media/exporter/motion/planMotion.ts'
import { frameSource, overColor } from '#client/media/exporter/pixelSource.ts'
import type { Document, DocumentSnapshot } from '#client/model/document/document.ts'
import { lensFields } from '#client/model/document/lens.ts'
import { type Motion, motionFields } from '#client/model/document/motion.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { separationOf } from '#client/render/matting/separation.ts'
import { difference, sharedRenderer } from '../helpers/gpu.ts'
import { graphicsOf } from '../helpers/painted.ts'
import { sceneOf, TEXTS } from '../helpers/scene.ts'

const SIZE = { width: 161, height: 120 }
const { signal } = new AbortController()
const renderer = await sharedRenderer()
const { session } = await sceneOf({ size: SIZE, texts: TEXTS })
await replacePhoto(session)

/** Replaces the noise with a real photo, which has smooth areas. */
async function replacePhoto({ doc, assets, history }: Session) {
  const blob = await (await fetch(chelsea)).blob()
  const resize = { resizeWidth: SIZE.width, resizeHeight: SIZE.height, resizeQuality: 'high' } as const
  const bitmap = await createImageBitmap(blob, resize)
  const asset = assets.put({ kind: 'bitmap', bitmap, ...SIZE, hasAlpha: false, sha256: '' })
  history.restart(() => Object.assign(doc.photo ?? {}, { asset }))
}

const graphics = graphicsOf(renderer, session)

const motionOf = (change: Partial<Motion>): Motion => ({ ...defaults(motionFields), seconds: 2, ...change })
/** Limits that don't reduce the scene. */
const SIDES = { maxSide: 3840 }
const FILE = { ...defaults(motionFileFields), fps: '24' } as const

/** Exports a motion. Returns its frames as they are before encoding. */
async function framesOf(motion: Motion, stop = signal, onFrame = (_count: number) => {}): Promise<Uint8ClampedArray[]> {
  const frames: Uint8ClampedArray[] = []
  const recorder = {
    ...(motionFormats[0] as (typeof motionFormats)[number]),
    open: async () => ({
      add: async (frame: OffscreenCanvasRenderingContext2D) => onFrame(frames.push(pixelsOf(frame))),
      finish: async () => new Blob(),
      cancel() {},
    }),
  }
  const file = await exportMotion(snapshotOf(session), motion, FILE, graphics, { signal: stop }, recorder)
  if (!file.ok) throw new Error(file.error)
  return frames
}

const meanDifference = (a: Uint8ClampedArray, b: Uint8ClampedArray) =>
  a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** Side of a block whose mean difference between two frames is limited, px. */
const BLOCK = 16

/** Returns the largest mean difference of a block between two frames, in 8-bit levels. */
function largestBlockDifference(a: Uint8ClampedArray, b: Uint8ClampedArray, width: number): number {
  const across = Math.ceil(width / BLOCK)
  const sums: [sum: number, count: number][] = []
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [(i >> 2) % width, Math.floor((i >> 2) / width)]
    const at = Math.floor(y / BLOCK) * across + Math.floor(x / BLOCK)
    const [sum, count] = sums[at] ?? [0, 0]
    sums[at] = [sum + Math.abs((a[i] ?? 0) - (b[i] ?? 0)), count + 1]
  }
  return Math.max(...sums.map(([sum, count]) => sum / count))
}

/** Runs `use` while the subject's matte covers an ear, 40 × 40 px, only by a tenth. */
async function withFaintEar<T>(use: () => Promise<T>): Promise<T> {
  const { doc, assets, history } = session
  const before = doc.separation && assets.matte(doc.separation.matte)
  if (!before) throw new Error('no matte')
  const coverage = before.coverage.slice()
  for (let y = 0; y < 40; y++) coverage.fill(25, y * SIZE.width + 60, y * SIZE.width + 100)
  const matte = assets.put({ kind: 'matte', ...SIZE, coverage })
  history.transact('Matte', () => {
    doc.separation = separationOf(assets, matte, 'test')
  })
  try {
    return await use()
  } finally {
    history.undo()
  }
}

it('the first frame of a motion clip continues the last frame without a jump, even at a faint edge of the subject', async () => {
  const [frames, still] = await withFaintEar(
    async () => [await framesOf(motionOf({})), await stillOf(snapshotOf(session))] as const,
  )
  const [first, second, third] = frames as [Uint8ClampedArray, Uint8ClampedArray, Uint8ClampedArray]
  const last = frames.at(-1) as Uint8ClampedArray
  const step = meanDifference(second, third)
  expect(meanDifference(first, second)).toBeLessThanOrEqual(1.3 * step)
  expect(meanDifference(last, first)).toBeLessThanOrEqual(1.3 * step)
  for (const other of [second, last]) expect(largestBlockDifference(first, other, 160)).toBeLessThanOrEqual(20)
  expect(largestBlockDifference(first, still, 160), 'the frames keep the ear').toBeLessThanOrEqual(20)
})

/** Paints the still export over white, at the size of a motion's frames. */
async function stillOf(doc: DocumentSnapshot): Promise<Uint8ClampedArray> {
  const { frame } = planMotion(doc, 'original', SIDES)
  expect(frame).toEqual({ x: 0, y: 0, width: 160, height: 120 })
  const painter = await graphics.createPainter(doc)
  const still = await overColor(frameSource(painter, frame), [1, 1, 1]).paint(frame)
  painter.destroy()
  return new Uint8ClampedArray(still)
}

it.each<[string, (doc: Document) => void]>([
  [
    'lens blur',
    (doc) => {
      doc.lens = { ...defaults(lensFields), strength: 100, focus: 80 }
    },
  ],
  ...(['screen', 'difference'] as const).map((mode): [string, (doc: Document) => void] => [
    `the blend mode ${mode} over a removed background`,
    (doc) => {
      doc.backdrop = { type: 'transparent' }
      for (const layer of Object.values(doc.layers)) if (layer.kind === 'text') layer.blendMode = mode
    },
  ]),
])('the depth planes of a motion clip with %s composite to the still image', async (_, change) => {
  const { doc, history } = session
  history.transact('Change', () => change(doc))
  const snapshot = snapshotOf(session)
  const motion = motionOf({})
  const plan = planMotion(snapshot, 'original', SIDES)
  const scene = await paintScene({ doc: snapshot, plan, motion, graphics, signal })
  const context = new OffscreenCanvas(160, 120).getContext('2d') as OffscreenCanvasRenderingContext2D
  drawFrame(context, scene, 0)
  const still = await stillOf(snapshot)
  history.undo()
  expect(difference(pixelsOf(context), still).largest).toBeLessThanOrEqual(5)
})

it.each(motionFields.path.options)(
  'the camera path %s returns to the first frame with a step of at most 1.2 median steps',
  async (path) => {
    const frames = await framesOf(motionOf({ path }))
    expect(frames).toHaveLength(48)
    const steps = frames.slice(1).map((frame, i) => meanDifference(frame, frames[i] as Uint8ClampedArray))
    const seam = meanDifference(frames[0] as Uint8ClampedArray, frames.at(-1) as Uint8ClampedArray)
    console.info(`${path}: seam ${(seam / median(steps)).toFixed(2)} × the median step`)
    expect(seam).toBeLessThanOrEqual(1.2 * median(steps))
  },
)

/** Returns frames of an animated text layer in front of a still camera. */
async function animated(
  animation: Motion['text'],
  text: LayerValues,
  ...times: readonly number[]
): Promise<Uint8ClampedArray[]> {
  const { session } = await sceneOf({ size: SIZE, texts: [{ fontSize: 30, placement: 'foreground', ...text }] })
  const doc = snapshotOf(session)
  const motion = motionOf({ strength: 0, text: animation })
  const plan = planMotion(doc, 'original', SIDES)
  const scene = await paintScene({ doc, plan, motion, graphics: graphicsOf(renderer, session), signal })
  const context = new OffscreenCanvas(160, 120).getContext('2d') as OffscreenCanvasRenderingContext2D
  return times.map((time) => {
    drawFrame(context, scene, time)
    return pixelsOf(context)
  })
}

it('while the letters of one line appear, no part of the next line is visible', async () => {
  const [gone, first] = await animated('letters', { text: 'HH\nHH' }, 0.2, 0.338)
  const [inFirst, inSecond] = [40 * 160 * 4, 62 * 160 * 4]
  expect(first?.subarray(inFirst, inSecond)).not.toEqual(gone?.subarray(inFirst, inSecond))
  expect(first?.subarray(inSecond)).toEqual(gone?.subarray(inSecond))
})

it('a background box is complete when the last letter has appeared', async () => {
  const background = { enabled: true, fitsText: true, paddingX: 40, paddingY: 40, color: '#2040c0' }
  const [last, complete] = await animated('letters', { text: 'HH\nHHH', background }, 0.495, 0.5)
  expect(difference(last!, complete!).largest).toBeLessThanOrEqual(8)
})

it('rising text continues to the edge of the image that cuts it off', async () => {
  const text = { text: 'HHH', fontSize: 60, position: { horizontal: 50, vertical: 100 } }
  const [gone, rising] = await animated('rise', text, 0.2, 0.13)
  const lastRow = 119 * 160 * 4
  expect(rising?.subarray(lastRow)).not.toEqual(gone?.subarray(lastRow))
})

it('two exports of a motion clip have equal frames', async () => {
  const [a, b] = [await framesOf(motionOf({ path: 'orbit' })), await framesOf(motionOf({ path: 'orbit' }))]
  expect(a).toEqual(b)
})

it('an abort stops the export of a motion clip within two frames', async () => {
  const stop = new AbortController()
  let count = 0
  const exported = framesOf(motionOf({ seconds: 8 }), stop.signal, (now) => {
    count = now
    if (now === 5) setTimeout(() => stop.abort())
  })
  await expect(exported).rejects.toThrow('aborted')
  expect(count).toBeGreaterThanOrEqual(5)
  expect(count).toBeLessThanOrEqual(7)
})

it('the browser decodes an exported motion clip with the right size and duration', async () => {
  const supported = await supportedMotionFormats()
  expect(supported).toEqual(expect.arrayContaining(['webm', 'gif']))
  for (const format of supported) {
    const file = await exportMotion(snapshotOf(session), motionOf({}), { ...FILE, format }, graphics, {
      signal,
    })
    if (!file.ok) throw new Error(`${format}: ${file.error}`)
    expect(await lengthOf(file.value)).toEqual({ width: 160, height: 120, seconds: 2 })
  }
})

/** Returns the size (px) and the duration (s) of a file that the browser has decoded. */
async function lengthOf(file: Blob): Promise<{ width: number; height: number; seconds: number }> {
  if (file.type.startsWith('video/')) {
    const video = document.createElement('video')
    video.src = URL.createObjectURL(file)
    await new Promise((resolve, reject) => {
      video.onloadeddata = resolve
      video.onerror = () => reject(video.error)
    })
    return { width: video.videoWidth, height: video.videoHeight, seconds: Math.round(100 * video.duration) / 100 }
  }
  const decoder = new ImageDecoder({ type: file.type, data: await file.arrayBuffer() })
  await decoder.tracks.ready
  let duration = 0
  let size = { width: 0, height: 0 }
  const count = decoder.tracks.selectedTrack?.frameCount ?? 0
  for (let frameIndex = 0; frameIndex < count; frameIndex++) {
    const { image } = await decoder.decode({ frameIndex })
    duration += image.duration ?? 0
    size = { width: image.displayWidth, height: image.displayHeight }
    image.close()
  }
  return { ...size, seconds: Math.round(duration / 1e4) / 100 }
}
