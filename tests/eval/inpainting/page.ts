/** The part of the fill evaluation that runs in the browser. */
import { inpaintPhoto } from '#client/render/inpainting/inpaintPhoto.ts'
import code from '#client/render/inpainting/kernel/patchMatch.ts?wasm'
import { createPatchKernel } from '#client/render/inpainting/patchKernel.ts'
import { solveInpainting } from '#client/render/inpainting/solveInpainting.ts'
import { WorkingCopy, workingSize } from '#client/render/inpainting/WorkingCopy.ts'
import { base64Of } from '../../helpers/base64.ts'
import type { Case } from '../page.ts'
import { simulatedHole, subjectMask } from './simulatedHole.ts'

/** A filled photo. Pixels and masks are in base64, because the page can return only JSON. */
export interface FilledCase {
  width: number
  height: number
  truth: string
  filled: string
  /** Mask of the pixels to fill (1). */
  hole: string
  /** Mask of the subject's pixels (1), which must not be copied. */
  subject: string
  ms: number
}

const kernel = createPatchKernel(new WebAssembly.Module(code))

/** Fills a simulated hole. Returns null if the photo has no space for a hole. */
export async function fillSimulatedHole(one: Case): Promise<FilledCase | null> {
  const { truth, mask } = await loadCase(one)
  const subject = subjectMask(mask, truth.width, truth.height)
  const hole = simulatedHole(subject)
  return hole && fill(truth, hole.values, subject.values)
}

/** Fills the area of the subject. Its true background is unknown. */
export async function fillSubject(one: Case): Promise<FilledCase> {
  const { truth, mask } = await loadCase(one)
  const subject = subjectMask(mask, truth.width, truth.height).values
  return fill(truth, subject, subject)
}

/** Fills the middle third of a 12 MP photo with our code. `longestTaskMs`: the longest block of the page's thread. */
export async function fill12Megapixels(
  one: Case,
): Promise<{ seconds: number; longestTaskMs: number; patches: number }> {
  const [width, height] = [4000, 3000]
  const photo = await createImageBitmap(await load(one.image), { resizeWidth: width, resizeHeight: height })
  const coverage = new Uint8Array(width * height)
  for (let y = 500; y < 2500; y++) coverage.fill(255, y * width + 1000, y * width + 3000)
  let longestTaskMs = 0
  let tick = performance.now()
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    const now = performance.now()
    longestTaskMs = Math.max(longestTaskMs, now - tick)
    tick = now
    port2.postMessage(null)
  }
  port2.postMessage(null)
  const started = performance.now()
  const { signal } = new AbortController()
  const patches = await inpaintPhoto({ bitmap: photo, width, height }, coverage, { seed: 0, signal })
  const seconds = (performance.now() - started) / 1000
  port1.close()
  return { seconds, longestTaskMs, patches: patches.length }
}

interface Rgb {
  width: number
  height: number
  rgb: Uint8Array<ArrayBuffer>
}

function fill({ width, height, rgb }: Rgb, hole: Uint8Array, subject: Uint8Array): FilledCase {
  const started = performance.now()
  const input = { width, height, pixels: rgb, hole, excluded: subject }
  const solution = solveInpainting(input, { kernel, seed: 0 })
  const ms = performance.now() - started
  const filled = solution?.rgb ?? rgb
  return {
    width,
    height,
    truth: base64Of(rgb),
    filled: base64Of(filled),
    hole: base64Of(hole),
    subject: base64Of(subject),
    ms,
  }
}

const load = async (path: string): Promise<ImageBitmap> =>
  createImageBitmap(await (await fetch(`/eval/${path}`)).blob())

/** Loads the photo and the mask at the size of the computed fill. */
async function loadCase(one: Case): Promise<{ truth: Rgb; mask: Uint8Array }> {
  const photo = await small(await load(one.image))
  const mask = await small(await load(one.truth))
  const { width, height } = photo
  return { truth: photo, mask: Uint8Array.from({ length: width * height }, (_, i) => mask.rgb[3 * i] ?? 0) }
}

async function small(image: ImageBitmap): Promise<Rgb> {
  const { width, height } = image
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas')
  context.drawImage(image, 0, 0)
  const copy = new WorkingCopy(image)
  const { data } = context.getImageData(0, 0, width, height)
  copy.add(data, { x: 0, y: 0, width, height }, { hole: new Uint8Array(width * height), kept: null })
  return { ...workingSize(image), rgb: Uint8Array.from(copy.picture().pixels) }
}
