/** The browser's half of the evaluation. */
import { mainComponents } from '#client/segmenter/pipeline/components.ts'
import { deepestPoints } from '#client/segmenter/pipeline/distance.ts'
import { resized } from '#client/segmenter/pipeline/plane.ts'
import type { Backend } from '#client/segmenter/protocol.ts'
import { type Choice, createRefiner, type Refiner } from '#client/segmenter/refiner.ts'
import { createSegmenter, type WarmSegmenter } from '#client/segmenter/segmenter.ts'
import { type Fringe, fringeOf } from './fringe.ts'
import { type Measures, measure } from './measures.ts'

/** One entry of the folder's index.json; paths are relative to it. */
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
  /** IoU after each scripted click, where the matte was wrong; null where it was not, or none were wanted. */
  clicks: number[] | null
  /** With this photo for a subject; null where the true mask is hard. */
  fringe: Fringe | null
  firstMs: number // from photo to first matte
  ms: number // from photo to the matte that was measured
  backend: Backend | null
  row: string // of the contact sheet, JPEG as a data URL
}

interface Options {
  pipeline: string
  backend: string | undefined
  wantsClicks: boolean
  /** Another photo, to put the subject before. */
  background: string
}

let engines: { segmenter: WarmSegmenter; refiner: Refiner } | null = null
const going = () => ({ signal: new AbortController().signal })

export async function measureCase(
  one: Case,
  { pipeline, backend, wantsClicks, background }: Options,
): Promise<Measured> {
  const chosen = backend ? { backend: backend as Backend } : {}
  engines ??= { segmenter: createSegmenter(chosen), refiner: createRefiner(chosen) }
  const photo = await load(one.image)
  const truth = await grey(await load(one.truth))
  const size = { width: photo.width, height: photo.height }

  const started = performance.now()
  const first = await engines.segmenter.segment(photo, going())
  const firstMs = performance.now() - started
  const outcome = pipeline === 'first' ? first : await engines.refiner.find(photo, going())
  const ms = performance.now() - started

  const matte = outcome.ok ? outcome.value.coverage : new Uint8Array(truth.length)
  const peer = one.peer ? await peerMask(one.peer, size) : null
  const ours = measure(matte, truth, size)
  const isWrong = ours.iou < WRONG && pipeline === 'best'
  return {
    name: one.name,
    set: one.set,
    error: outcome.ok ? null : outcome.error,
    ours,
    peer: peer && measure(peer, truth, size),
    clicks: wantsClicks && isWrong ? await clicked(engines.refiner, photo, matte, truth) : null,
    fringe: fringeOf(photo, await load(background), await load(one.truth)),
    firstMs,
    ms,
    backend: (await engines.segmenter.memory()).backend,
    row: await sheetRow(photo, [truth, matte, ...(peer ? [peer] : [])], matte),
  }
}

const WRONG = 0.8
const CLICKS = 3

/** Clicks at the middle of the largest mistake, each time of what came of the clicks before. */
async function clicked(refiner: Refiner, photo: ImageBitmap, matte: Uint8Array, truth: Uint8Array): Promise<number[]> {
  const size = { width: photo.width, height: photo.height }
  const choices: Choice[] = []
  const reached: number[] = []
  let now = matte
  for (let i = 0; i < CLICKS; i++) {
    const choice = atLargestMistake(now, truth, size)
    if (!choice) break
    choices.push(choice)
    const drawn = await refiner.draw(photo, 'found', choices, going())
    if (!drawn.ok) throw new Error(drawn.error)
    now = drawn.value.coverage
    reached.push(measure(now, truth, size).iou)
  }
  return reached
}

function atLargestMistake(
  matte: Uint8Array,
  truth: Uint8Array,
  size: { width: number; height: number },
): Choice | null {
  const mistakes = (isMissing: boolean) =>
    Uint8Array.from(truth, (wanted, i) =>
      Number(isMissing ? wanted > 127 && (matte[i] ?? 0) < 128 : wanted < 128 && (matte[i] ?? 0) > 127),
    )
  const found = [true, false].flatMap((isMissing) => {
    const [part] = mainComponents({ ...size, inside: mistakes(isMissing) }, 0, 1)
    const [middle] = part ? deepestPoints(part, 1) : []
    const area = part?.inside.reduce((sum, own) => sum + own, 0) ?? 0
    return middle ? [{ isMissing, middle, area }] : []
  })
  const [largest] = found.sort((a, b) => b.area - a.area)
  return largest ? { adds: largest.isMissing, points: [{ ...largest.middle, kind: 'in' }] } : null
}

const load = async (path: string): Promise<ImageBitmap> =>
  createImageBitmap(await (await fetch(`/eval/${path}`)).blob())

async function grey(image: ImageBitmap): Promise<Uint8Array> {
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  return Uint8Array.from({ length: data.length / 4 }, (_, i) => data[4 * i] ?? 0)
}

/** Masks of another size than the photo are enlarged linearly. */
async function peerMask(path: string, size: { width: number; height: number }): Promise<Uint8Array> {
  const image = await load(path)
  const values = Float32Array.from(await grey(image))
  const fitting = resized({ width: image.width, height: image.height, values }, size)
  return Uint8Array.from(fitting.values, Math.round)
}

const CELL = 240

/** Photo, masks, and the subject cut out on white and on magenta. */
async function sheetRow(photo: ImageBitmap, masks: readonly Uint8Array[], matte: Uint8Array): Promise<string> {
  const { width, height } = photo
  const scale = CELL / Math.max(width, height)
  const cells = masks.length + 3
  const sheet = new OffscreenCanvas(CELL * cells, Math.ceil(height * scale))
  const context = sheet.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.imageSmoothingQuality = 'high'
  const place = (cell: number, picture: CanvasImageSource) =>
    context.drawImage(picture, cell * CELL, 0, width * scale, height * scale)
  place(0, photo)
  for (const [i, mask] of masks.entries())
    place(
      i + 1,
      painted(width, height, (at) => [mask[at] ?? 0, mask[at] ?? 0, mask[at] ?? 0]),
    )
  const own = new OffscreenCanvas(width, height).getContext('2d')
  own?.drawImage(photo, 0, 0)
  const pixels = own?.getImageData(0, 0, width, height).data
  for (const [i, backdrop] of [
    [255, 255, 255],
    [255, 0, 255],
  ].entries()) {
    const over = (at: number, channel: number) => {
      const alpha = (matte[at] ?? 0) / 255
      return (pixels?.[4 * at + channel] ?? 0) * alpha + (backdrop[channel] ?? 0) * (1 - alpha)
    }
    place(
      masks.length + 1 + i,
      painted(width, height, (at) => [over(at, 0), over(at, 1), over(at, 2)]),
    )
  }
  return dataUrl(await sheet.convertToBlob({ type: 'image/jpeg', quality: 0.9 }))
}

function painted(width: number, height: number, colour: (at: number) => [number, number, number]): OffscreenCanvas {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; at < width * height; at++) data.set([...colour(at), 255], 4 * at)
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.putImageData(new ImageData(data, width, height), 0, 0)
  return canvas
}

async function dataUrl(blob: Blob): Promise<string> {
  const reader = new FileReader()
  reader.readAsDataURL(blob)
  await new Promise((done) => {
    reader.onload = done
  })
  return String(reader.result)
}
