/** The part of the evaluation that runs in the browser. */
import { resizePlane } from '#client/media/segmenter/pipeline/plane.ts'
import {
  createSegmentation,
  type FoundMatte,
  type Segmentation,
  type SegmentationRefiner,
} from '#client/media/segmenter/segmentation.ts'
import type { Backend, WebglSettings } from '#client/media/segmenter/segmentationTypes.ts'
import { pixelsOf } from '#client/model/assets/pixels.ts'
import { iouAfterClicks } from './clicks.ts'
import { type Fringe, fringeOf } from './fringe.ts'
import { type Measures, measure } from './measures.ts'
import { NO_SUBJECT } from './summary.ts'

/** An entry of index.json in the folder given by `--set`. Paths are relative to it. `peer`: a mask to compare with. */
export interface Case {
  name: string
  set: string
  image: string
  truth: string
  peer?: string
}

export interface Measured {
  name: string
  set: string
  error: string | null
  ours: Measures
  peer: Measures | null
  /** Null if no subject was found. */
  isSure: boolean | null
  /** IoU of each candidate mask, the most likely first. Null if there is no subject, or if not requested. */
  candidates: number[] | null
  /** IoU after each simulated click. Null for a good matte, or if not requested. */
  clicks: number[] | null
  /** Color errors with this photo as the subject. Null if the true mask has no soft edge. */
  fringe: Fringe | null
  firstMs: number // time to the first matte
  ms: number // time to the measured matte
  backend: Backend | null // backend of the encoder
  cutout: string // small PNG of the photo with the matte as alpha, a data URL
}

interface Options {
  pipeline: string
  /** The backend of the encoder. */
  backend: Backend | undefined
  webgl: Partial<WebglSettings>
  /** IoU below which clicks are simulated. */
  clicksBelow: number
  /** Also measures the mattes of all candidate masks. */
  withCandidates: boolean
  /** Path of another photo, used as the background. */
  background: string
}

let engines: Segmentation | null = null
const going = () => ({ signal: new AbortController().signal })

export async function measureCase(
  one: Case,
  { pipeline, backend, webgl, clicksBelow, withCandidates, background }: Options,
): Promise<Measured> {
  engines ??= createSegmentation({ ...(backend && { encoder: backend }), webgl })
  const photo = await load(one.image)
  const truth = gray(await load(one.truth))
  const size = { width: photo.width, height: photo.height }

  const started = performance.now()
  const first = await engines.segmenter.segment(photo, going())
  const firstMs = performance.now() - started
  const found = pipeline === 'first' ? null : await engines.refiner.find(photo, going())
  const outcome = found ?? first
  const ms = performance.now() - started

  const matte = outcome.ok ? outcome.value.coverage : new Uint8Array(truth.length)
  const peer = one.peer ? await peerMask(one.peer, size) : null
  const ours = measure(matte, truth, size)
  const isWrong = ours.iou < clicksBelow && pipeline === 'best' && one.set !== NO_SUBJECT
  return {
    name: one.name,
    set: one.set,
    error: outcome.ok ? null : outcome.error,
    ours,
    peer: peer && measure(peer, truth, size),
    isSure: found?.ok ? found.value.isConfident : null,
    candidates: withCandidates && found?.ok ? await iouOfCandidates(engines.refiner, photo, found.value, truth) : null,
    clicks: isWrong ? await iouAfterClicks(engines.refiner, photo, matte, truth) : null,
    fringe: fringeOf(photo, await load(background), await load(one.truth)),
    firstMs,
    ms,
    backend: (await engines.memory()).encoder,
    cutout: await cutoutOf(photo, matte),
  }
}

/** Returns the IoU of each candidate mask's matte. */
async function iouOfCandidates(
  refiner: SegmentationRefiner,
  photo: ImageBitmap,
  { candidates, coverage }: FoundMatte,
  truth: Uint8Array,
): Promise<number[]> {
  const ious: number[] = []
  for (const { start } of candidates) {
    const chosen = start === 'found' ? null : await refiner.segmentSelection(photo, start, [], going())
    if (chosen && !chosen.ok) throw new Error(chosen.error)
    ious.push(measure(chosen ? chosen.value.coverage : coverage, truth, photo).iou)
  }
  return ious
}

/** Longer side of a cutout, px. */
const CUTOUT_SIDE = 240

async function cutoutOf(photo: ImageBitmap, matte: Uint8Array): Promise<string> {
  const { width, height } = photo
  const scale = CUTOUT_SIDE / Math.max(width, height)
  const whole = new OffscreenCanvas(width, height)
  const small = new OffscreenCanvas(Math.ceil(width * scale), Math.ceil(height * scale))
  const context = whole.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas')
  context.drawImage(photo, 0, 0)
  const pixels = context.getImageData(0, 0, width, height)
  for (const [i, coverage] of matte.entries()) pixels.data[4 * i + 3] = coverage
  context.putImageData(pixels, 0, 0)
  small.getContext('2d')?.drawImage(whole, 0, 0, small.width, small.height)
  const reader = new FileReader()
  reader.readAsDataURL(await small.convertToBlob())
  await new Promise((resolve) => {
    reader.onload = resolve
  })
  return String(reader.result)
}

const load = async (path: string): Promise<ImageBitmap> =>
  createImageBitmap(await (await fetch(`/eval/${path}`)).blob())

const gray = (image: ImageBitmap) => pixelsOf(image).data.filter((_, i) => i % 4 === 0) as unknown as Uint8Array

/** Loads a mask and scales it bilinearly to the photo's size. */
async function peerMask(path: string, size: { width: number; height: number }): Promise<Uint8Array> {
  const image = await load(path)
  const values = Float32Array.from(gray(image))
  const fitting = resizePlane({ width: image.width, height: image.height, values }, size)
  return Uint8Array.from(fitting.values, Math.round)
}
