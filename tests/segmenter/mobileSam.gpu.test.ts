/**
 * Compares the converted MobileSAM with the original, which onnxruntime 1.30.0 ran on the same input. Compares every
 * eighth element of every sixteenth channel, and every sixteenth pixel of a mask. Differences come from float16 weights
 * and the approximated GELU.
 */
import { removeBackend } from '@tensorflow/tfjs-core'
import { expect, it } from 'vitest'
import { MANIFEST_URL } from '#client/media/segmenter/modelManifest.ts'
import { rgbPlanes, samEncoderInput } from '#client/media/segmenter/pipeline/networkInputs.ts'
import type { PromptPoint } from '#client/media/segmenter/segmentationTypes.ts'
import { startWasm } from '#client/media/segmenter/worker/backend.ts'
import { MaskDecoder } from '#client/media/segmenter/worker/mobileSam.ts'
import { ModelRegistry } from '#client/media/segmenter/worker/modelRegistry.ts'
import reference from './mobilesam.reference.json'
import { drawScene } from './scene.ts'

const MANIFEST = new URL(MANIFEST_URL, location.href).href
/** Timeout for busy machines, ms. Two idle cores need about ten seconds. */
const TIMEOUT_MS = 600_000

it("MobileSAM returns the original network's results on the page and in a worker", {
  timeout: TIMEOUT_MS,
}, async () => {
  await startWasm()
  const models = await ModelRegistry.from(MANIFEST, () => {})
  const size = { width: 512, height: 384 }
  const colors = rgbPlanes(new ImageData(drawScene(size.width, size.height).rgba, size.width, size.height))
  const { encoder, model } = await models.encoder()
  const input = samEncoderInput(colors, size, model)
  const embedding = await encoder.run(input, () => {})
  const described = (await embedding.data()) as Float32Array
  const places = [4, 12, 20, 28, 36, 44, 52, 60]
  const samples = places.flatMap((y) =>
    places.flatMap((x) => Array.from({ length: 16 }, (_, k) => described[(y * 64 + x) * 256 + 16 * k]!)),
  )
  expect(largest(samples, reference.embedding)).toBeLessThan(0.01) // values of the embedding are up to 0.6

  const withWorker = await ModelRegistry.from(MANIFEST, () => {}, { hasWorker: true })
  const done: number[] = []
  const fromWorker = await (await withWorker.encoder()).encoder.run(input, (share) => void done.push(share))
  expect(await fromWorker.data()).toEqual(described)
  expect(done).toEqual(done.toSorted((a, b) => a - b))
  // The result can overtake the last report, because they use different ports.
  expect(done.at(-1)).toBeGreaterThan(0.9)
  expect(done.at(-1)).toBeLessThanOrEqual(1)

  const decoder = new MaskDecoder(await models.decoder(), embedding)
  for (const { points, hasGuess, quality, masks } of reference.asked) {
    const mask = hasGuess ? guess() : null
    const drawn = await decoder.decode({ points: points as PromptPoint[], mask }, () => {})
    expect(largest(drawn.predictedIou, quality)).toBeLessThan(0.01)
    const grid = Array.from({ length: 16 }, (_, i) => 8 + 16 * i)
    const pixels = [0, 1, 2, 3].flatMap((k) =>
      grid.flatMap((y) => grid.map((x) => drawn.masks[k * 65_536 + y * 256 + x]!)),
    )
    expect(largest(pixels, masks)).toBeLessThan(0.25) // logits are up to 30, so no pixel changes its class
  }
  await decoder.dispose()
  removeBackend('wasm')
})

const largest = (found: ArrayLike<number>, wanted: readonly number[]) =>
  wanted.reduce((worst, value, i) => Math.max(worst, Math.abs(value - found[i]!)), 0)

/** Returns the mask input of the reference: a soft disc around the ball. */
const guess = () =>
  Float32Array.from({ length: 65_536 }, (_, i) =>
    Math.max(-6, Math.min(6, (60 - Math.hypot((i & 255) - 133, (i >> 8) - 105)) / 4)),
  )
