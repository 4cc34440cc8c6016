/** The browser's half of the separation bench. */
import type { Backend } from '#client/segmenter/protocol.ts'
import { createSegmenter, type WarmSegmenter } from '#client/segmenter/segmenter.ts'

/** One entry of an evaluation folder's index.json; paths are relative to it. */
export interface Case {
  name: string
  set: string
  image: string
  truth: string
}

export interface Measured {
  name: string
  set: string
  error: string | null
  iou: number // of the halves above 50 % coverage
  mae: number // 0..1
  mse: number
  ms: number // from photo to matte
  backend: Backend | null
  matte: string | null // PNG as a data URL
}

interface Options {
  backend: string | undefined
  model: string | undefined
  wantsMatte: boolean
}

let segmenter: WarmSegmenter | null = null

export async function measure(one: Case, { backend, model, wantsMatte }: Options): Promise<Measured> {
  segmenter ??= createSegmenter({
    ...(backend ? { backend: backend as Backend } : {}),
    ...(model ? { model } : {}),
  })
  const photo = await load(one.image)
  const started = performance.now()
  const outcome = await segmenter.segment(photo, { signal: new AbortController().signal })
  const ms = performance.now() - started
  const truth = await grey(await load(one.truth))
  const matte = outcome.ok ? outcome.value.coverage : new Uint8Array(truth.length)
  const { backend: used } = await segmenter.memory()
  return {
    name: one.name,
    set: one.set,
    error: outcome.ok ? null : outcome.error,
    ...compare(matte, truth),
    ms,
    backend: used,
    matte: wantsMatte ? await png(matte, photo) : null,
  }
}

function compare(matte: Uint8Array, truth: Uint8Array): { iou: number; mae: number; mse: number } {
  let [both, either, absolute, squared] = [0, 0, 0, 0]
  for (let i = 0; i < truth.length; i++) {
    const [found, wanted] = [matte[i]! / 255, truth[i]! / 255]
    if (found >= 0.5 && wanted >= 0.5) both++
    if (found >= 0.5 || wanted >= 0.5) either++
    absolute += Math.abs(found - wanted)
    squared += (found - wanted) ** 2
  }
  return { iou: either === 0 ? 1 : both / either, mae: absolute / truth.length, mse: squared / truth.length }
}

const load = async (path: string): Promise<ImageBitmap> =>
  createImageBitmap(await (await fetch(`/eval/${path}`)).blob())

async function grey(image: ImageBitmap): Promise<Uint8Array> {
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true })!
  context.drawImage(image, 0, 0)
  return context
    .getImageData(0, 0, image.width, image.height)
    .data.filter((_, i) => i % 4 === 0) as unknown as Uint8Array
}

async function png(matte: Uint8Array, { width, height }: { width: number; height: number }): Promise<string> {
  const canvas = new OffscreenCanvas(width, height)
  const pixels = Uint8ClampedArray.from({ length: matte.length * 4 }, (_, i) => (i % 4 === 3 ? 255 : matte[i >> 2]!))
  canvas.getContext('2d')!.putImageData(new ImageData(pixels, width, height), 0, 0)
  const reader = new FileReader()
  reader.readAsDataURL(await canvas.convertToBlob())
  await new Promise((done) => {
    reader.onload = done
  })
  return String(reader.result)
}
