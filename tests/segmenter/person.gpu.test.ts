/**
 * Compares the converted person network with the original, computed layer by layer in double precision on the same
 * input. Compares every eighth value. Float16 weights and a different order of summation cause errors of 0.0005.
 */
import { memory, removeBackend } from '@tensorflow/tfjs-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MANIFEST_URL } from '#client/media/segmenter/modelManifest.ts'
import { networkInput, rgbPlanes } from '#client/media/segmenter/pipeline/networkInputs.ts'
import { startWasm } from '#client/media/segmenter/worker/backend.ts'
import { ModelRegistry } from '#client/media/segmenter/worker/modelRegistry.ts'
import { drawScene } from './scene.ts'
import reference from './selfie.reference.json'

beforeAll(async () => {
  await startWasm()
})
afterAll(() => removeBackend('wasm'))

it('the person network matches the output of the original network', async () => {
  const models = await ModelRegistry.from(new URL(MANIFEST_URL, location.href).href, () => {})
  const { network, model } = await models.person()
  expect(model.input).toEqual({ width: 256, height: 256 })
  const { rgba } = drawScene(256, 256)
  const mask = await network.run(networkInput(rgbPlanes(new ImageData(rgba, 256, 256)), model.input, model))
  const errors = reference.flatMap((row, y) =>
    row.map((value, x) => Math.abs(value - mask[(8 * y + 4) * 256 + 8 * x + 4]!)),
  )
  expect(errors).toHaveLength(1024)
  expect(Math.max(...errors)).toBeLessThan(0.0005)
})

it('a repeated run of the person network does not leave any tensor in memory', async () => {
  const { network } = await (await ModelRegistry.from(new URL(MANIFEST_URL, location.href).href, () => {})).person()
  const run = () => network.run(new Float32Array(256 * 256 * 3))
  await run()
  const { numTensors } = memory()
  await run()
  expect(memory().numTensors).toBe(numTensors)
})
