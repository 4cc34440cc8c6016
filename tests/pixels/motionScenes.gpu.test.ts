/** Compares pixels that a motion uncovers with known scenes, and with the usual method, a stretched depth map. */
import { expect, it } from 'vitest'
import type { Size } from '#client/kit/geometry/geometry.ts'
import { defaults } from '#client/kit/values/fields.ts'
import { cameraAt, project } from '#client/media/exporter/motion/camera.ts'
import { drawFrame } from '#client/media/exporter/motion/drawFrame.ts'
import { paintScene } from '#client/media/exporter/motion/exportMotion.ts'
import { planMotion } from '#client/media/exporter/motion/planMotion.ts'
import { type Motion, motionFields } from '#client/model/document/motion.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { sharedRenderer } from '../helpers/gpu.ts'
import { graphicsOf } from '../helpers/painted.ts'
import { separatedBy } from '../helpers/scene.ts'

const SIZE: Size = { width: 240, height: 180 }
/** Depths of the background and the subject. */
const [FAR, NEAR] = [1, 0.6]
const MOTION: Motion = { ...defaults(motionFields), path: 'slide', strength: 100 }
/** Time when the camera is farthest from its start, 0 to 1. */
const TIME = 0.5

type Color = [number, number, number]
type Surface = (x: number, y: number) => Color

const gray = (value: number): Color => [value, value, value]
/** Backgrounds as functions from a position in px to a color. They continue outside the image. */
const SCENES: Record<string, Surface> = {
  'a clear sky': (_, y) => [90 + y / 3, 140 + y / 3, 220],
  'a lit wall': (x, y) => gray(190 - Math.hypot(x - 60, y - 40) / 3),
  'a horizon': (_, y) => (y < 120 ? [150, 190, 230] : [90, 110, 60]),
  clouds: (x, y) => gray(170 + 30 * Math.sin(x / 37 + Math.sin(y / 29)) + 20 * Math.cos(y / 23)),
  'a wooden wall': (x, y) => [150 + 12 * Math.sin(y / 3), 105 + 9 * Math.sin(y / 3), 70 + x / 20],
  curtains: (x) => [110 + 35 * Math.sin(x / 9), 40 + 12 * Math.sin(x / 9), 50],
  'a tiled floor': (x, y) => ((Math.floor(x / 24) + Math.floor(y / 24)) % 2 ? [200, 195, 185] : [165, 160, 150]),
  lamps: (x, y) => gray(60 + 90 * Math.exp(-((((x + 200) % 60) - 30) ** 2 + (((y + 200) % 60) - 30) ** 2) / 120)),
}

const subjectColor = (x: number, y: number): Color => [200 + 20 * Math.sin(x / 7), 90 + y / 4, 60]
const coverageAt = (x: number, y: number) => Math.min(1, Math.max(0, 52.5 - Math.hypot(x - 120, (y - 100) * 0.8)))

const renderer = await sharedRenderer()

/** Returns the colors of the scene as the camera sees it at a time, and the subject's coverage, per pixel. */
function photographed(surface: Surface, time: number) {
  const camera = cameraAt(MOTION, time)
  const placeOf = (depth: number) => {
    const { scale, x, y } = project(camera, depth, SIZE)
    return (px: number, py: number) =>
      [
        (px - x - SIZE.width / 2) / scale + SIZE.width / 2,
        (py - y - SIZE.height / 2) / scale + SIZE.height / 2,
      ] as const
  }
  const [far, near] = [placeOf(FAR), placeOf(NEAR)]
  const rgba = new Uint8ClampedArray(4 * SIZE.width * SIZE.height)
  const coverage = new Float64Array(SIZE.width * SIZE.height)
  for (let i = 0; i < coverage.length; i++) {
    const [x, y] = [(i % SIZE.width) + 0.5, Math.floor(i / SIZE.width) + 0.5]
    const [behind, front] = [surface(...far(x, y)), subjectColor(...near(x, y))]
    const alpha = coverageAt(...near(x, y))
    coverage[i] = alpha
    for (let c = 0; c < 3; c++) rgba[4 * i + c] = alpha * (front[c] ?? 0) + (1 - alpha) * (behind[c] ?? 0)
    rgba[4 * i + 3] = 255
  }
  return { rgba, coverage }
}

type Photo = ReturnType<typeof photographed>

/** Returns the frame of the motion as the product paints it. */
async function drawn({ rgba, coverage }: Photo): Promise<Uint8ClampedArray> {
  const session = await separatedBy({ rgba, ...SIZE, coverage: Uint8Array.from(coverage, (value) => 255 * value) })
  const doc = snapshotOf(session)
  const { signal } = new AbortController()
  const plan = planMotion(doc, 'original', { maxSide: 3840 })
  const scene = await paintScene({ doc, plan, motion: MOTION, graphics: graphicsOf(renderer, session), signal })
  const context = new OffscreenCanvas(SIZE.width, SIZE.height).getContext('2d')
  if (!context) throw new Error('no 2D context')
  drawFrame(context, scene, TIME)
  return context.getImageData(0, 0, SIZE.width, SIZE.height).data
}

/**
 * Returns the frame that the usual method paints: a mesh over a depth map. Each pixel shows the photo where its ray
 * first meets the mesh.
 */
function stretched({ rgba, coverage }: Photo): Uint8ClampedArray {
  const shiftAt = (depth: number) => project(cameraAt(MOTION, TIME), depth, SIZE).x
  const depths = coverage.map((alpha) => 1 / (alpha / NEAR + (1 - alpha) / FAR))
  const into = new Uint8ClampedArray(rgba.length)
  for (let y = 0; y < SIZE.height; y++) {
    const places = Array.from({ length: SIZE.width }, (_, x) => x + shiftAt(depths[y * SIZE.width + x] ?? FAR))
    for (let x = 0; x < SIZE.width; x++) {
      let [from, depth] = [x, Number.POSITIVE_INFINITY]
      for (let i = 0; i + 1 < SIZE.width; i++) {
        const [a, b] = [places[i] ?? 0, places[i + 1] ?? 0]
        if (x < Math.min(a, b) || x > Math.max(a, b)) continue
        const here = depths[y * SIZE.width + i] ?? FAR
        if (here < depth) [from, depth] = [i + (b === a ? 0 : (x - a) / (b - a)), here]
      }
      const left = Math.floor(from)
      for (let c = 0; c < 4; c++) {
        const at = 4 * (y * SIZE.width + left) + c
        into[4 * (y * SIZE.width + x) + c] =
          (rgba[at] ?? 0) * (1 - (from - left)) + (rgba[at + 4] ?? rgba[at] ?? 0) * (from - left)
      }
    }
  }
  return into
}

/** Returns the PSNR in dB of the background pixels that the subject covered in the first frame. */
function uncoveredPsnr(frame: Uint8ClampedArray, before: Photo, after: Photo): number {
  const camera = project(cameraAt(MOTION, TIME), FAR, SIZE)
  let [sum, count] = [0, 0]
  for (let i = 0; i < after.coverage.length; i++) {
    const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)]
    const start = Math.round(x - camera.x)
    if ((after.coverage[i] ?? 0) > 0 || start < 0 || start >= SIZE.width) continue
    if ((before.coverage[y * SIZE.width + start] ?? 0) === 0) continue
    count += 3
    for (let c = 0; c < 3; c++) sum += ((frame[4 * i + c] ?? 0) - (after.rgba[4 * i + c] ?? 0)) ** 2
  }
  return 10 * Math.log10(255 ** 2 / (sum / count))
}

it.each(Object.entries(SCENES))(
  'the fill behind a moving subject resembles the true background of the scene "%s"',
  async (name, surface) => {
    const [before, after] = [photographed(surface, 0), photographed(surface, TIME)]
    const ours = uncoveredPsnr(await drawn(before), before, after)
    const peers = uncoveredPsnr(stretched(before), before, after)
    console.info(`${name}: ${ours.toFixed(1)} dB, stretched depth map ${peers.toFixed(1)} dB`)
    expect(ours).toBeGreaterThanOrEqual(30)
    expect(ours).toBeGreaterThan(peers + 6)
  },
)
