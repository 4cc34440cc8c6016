/**
 * Compares the converted person network with the original file, evaluated layer by layer in plain loops with double
 * precision: same input, every eighth value. Float16 weights and another order of summation cause errors of half a
 * thousandth.
 */
import { memory, removeBackend, tensor } from '@tensorflow/tfjs-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MANIFEST_URL } from '#client/media/segmenter/modelManifest.ts'
import { networkInput } from '#client/media/segmenter/pipeline/networkInputs.ts'
import { startBackend } from '#client/media/segmenter/worker/backend.ts'
import { fetchFiles, fetchManifest } from '#client/media/segmenter/worker/modelFiles.ts'
import { ModelRegistry } from '#client/media/segmenter/worker/modelRegistry.ts'
import { loadGraph } from '#client/media/segmenter/worker/steppedGraph.ts'
import { drawScene } from './scene.ts'
import reference from './selfie.reference.json'

beforeAll(async () => {
  expect(await startBackend('wasm', () => {})).toBe('wasm')
})
afterAll(() => removeBackend('wasm'))

it('the person network matches the original network', async () => {
  const models = await ModelRegistry.from(new URL(MANIFEST_URL, location.href).href, () => {})
  const { network, model } = await models.person()
  expect(model.input).toEqual({ width: 256, height: 256 })
  const { rgba } = drawScene(256, 256)
  const mask = await network.run(networkInput(new ImageData(rgba, 256, 256), model))
  const errors = reference.flatMap((row, y) =>
    row.map((value, x) => Math.abs(value - mask[(8 * y + 4) * 256 + 8 * x + 4]!)),
  )
  expect(errors).toHaveLength(1024)
  expect(Math.max(...errors)).toBeLessThan(0.0005)
})

it('the person network has the same masks as the converted graph', async () => {
  const url = new URL(MANIFEST_URL, location.href).href
  const model = (await fetchManifest(url)).find(({ roles }) => roles.includes('person'))
  if (!model) throw new Error('no person network')
  const graph = await loadGraph(await fetchFiles(model, () => {}))
  const { network } = await (await ModelRegistry.from(url, () => {})).person()
  for (const [width, height] of [
    [256, 256],
    [400, 300],
    [90, 700],
  ] as const) {
    const values = networkInput(new ImageData(drawScene(width, height).rgba, width, height), model)
    const image = tensor(values, [1, 256, 256, 3])
    const [channels] = await graph.run({ image }, ['mask'])
    const former = (await channels?.data())?.filter((_, i) => i % 2 === 1)
    const mask = await network.run(values)
    expect(Math.max(...mask.map((value, i) => Math.abs(value - (former?.[i] ?? Number.NaN))))).toBeLessThan(1e-4)
    image.dispose()
    channels?.dispose()
  }
})

it('keeps no tensor after a run', async () => {
  const { network } = await (await ModelRegistry.from(new URL(MANIFEST_URL, location.href).href, () => {})).person()
  const run = () => network.run(new Float32Array(256 * 256 * 3))
  await run()
  const { numTensors } = memory()
  await run()
  expect(memory().numTensors).toBe(numTensors)
})
