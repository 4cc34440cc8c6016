/**
 * Compares the converted U2-NetP with the original, which onnxruntime 1.30.0 ran on the same input. Compares every
 * eighth value. Differences come from float16 weights. On this image they are at most 0.015, and 0.00009 on average.
 */

import { removeBackend } from '@tensorflow/tfjs-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  DEFAULT_MODEL,
  fetchFiles,
  fetchManifest,
  MANIFEST_URL,
  type SegmentModel,
} from '#client/media/segmenter/modelManifest.ts'
import { networkInput, rgbPlanes } from '#client/media/segmenter/pipeline/networkInputs.ts'
import { startWasm, startWebgl } from '#client/media/segmenter/worker/backend.ts'
import { loadMaskNetwork } from '#client/media/segmenter/worker/imageNetwork.ts'
import { drawScene } from './scene.ts'
import { SMALL, smallNetwork } from './smallNetwork.ts'
import reference from './u2netp.reference.json'

let model: SegmentModel
let files: Uint8Array<ArrayBuffer>[]

beforeAll(async () => {
  await startWasm()
  const models = await fetchManifest(new URL(MANIFEST_URL, location.href).href)
  model = models.find(({ id }) => id === DEFAULT_MODEL)!
  files = await fetchFiles(model, () => {})
})
afterAll(() => ['wasm', 'webgl'].forEach(removeBackend))

function sceneOf(side: number): Float32Array<ArrayBuffer> {
  const input = { width: side, height: side }
  return networkInput(rgbPlanes(new ImageData(drawScene(side, side).rgba, side, side)), input, model)
}

it("the segmentation network on WebAssembly matches the original network's output", async () => {
  const network = await loadMaskNetwork(model.input, files)
  const mask = await network.run(sceneOf(320))
  const errors = reference.flatMap((row, y) =>
    row.map((value, x) => Math.abs(value - mask[(8 * y + 4) * 320 + 8 * x + 4]!)),
  )
  expect(Math.max(...errors)).toBeLessThan(0.06)
  expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.001)
})

// On software WebGL, the full size would take minutes. With a smaller input, the network has the same layers, and most
// tensors still need several rows of a texture.
it('the segmentation network has the same output on WebGL and on WebAssembly', async () => {
  const answer = async () =>
    (await loadMaskNetwork({ width: SMALL, height: SMALL }, smallNetwork(files))).run(sceneOf(SMALL))
  const onWasm = await answer()
  await startWebgl({}, () => {})
  const onWebgl = await answer()
  expect([Math.min(...onWasm), Math.max(...onWasm)]).toEqual([expect.closeTo(0, 2), expect.closeTo(1, 2)])
  const errors = Array.from(onWebgl, (value, i) => Math.abs(value - onWasm[i]!))
  expect(Math.max(...errors)).toBeLessThan(0.001) // the measured error is 0.00004
})
