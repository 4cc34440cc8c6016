/** Tests the whole segmenter with a real worker, real models and WebAssembly, as on a machine without a GPU. */
import { memory, removeBackend } from '@tensorflow/tfjs-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEFAULT_MODEL, fetchFiles, fetchManifest, MANIFEST_URL } from '#client/media/segmenter/modelManifest.ts'
import { networkInput, rgbPlanes } from '#client/media/segmenter/pipeline/networkInputs.ts'
import { createSegmentation } from '#client/media/segmenter/segmentation.ts'
import type { SegmentProgress } from '#client/media/segmenter/segmentationTypes.ts'
import { startWasm } from '#client/media/segmenter/worker/backend.ts'
import { loadMaskNetwork } from '#client/media/segmenter/worker/imageNetwork.ts'
import type { Coverage } from '#client/model/assets/store.ts'
import { drawScene, type Scene } from './scene.ts'
import { SMALL, smallNetwork } from './smallNetwork.ts'

const segmentation = createSegmentation()
const { segmenter } = segmentation
afterAll(() => segmentation.dispose())
beforeAll(() => caches.delete('midground-models'))

/** Returns the intersection over union. */
function overlap(matte: Coverage, scene: Scene): number {
  let [both, either] = [0, 0]
  matte.coverage.forEach((value, i) => {
    const wanted = scene.isSubject(i % matte.width, Math.floor(i / matte.width))
    if (value >= 128 && wanted) both++
    if (value >= 128 || wanted) either++
  })
  return both / either
}

it('the segmenter finds the subject on WebAssembly with downloaded models', async () => {
  const scene = drawScene(700, 500)
  const photo = await createImageBitmap(new ImageData(scene.rgba, scene.width, scene.height))
  const seen: SegmentProgress[] = []
  const onProgress = (progress: SegmentProgress) => void seen.push(progress)
  const segmented = await segmenter.segment(photo, { signal: new AbortController().signal, onProgress })
  if (!segmented.ok) throw new Error(segmented.error)
  const matte = segmented.value
  expect([matte.width, matte.height, matte.coverage.length]).toEqual([700, 500, 350_000])
  expect(overlap(matte, scene)).toBeGreaterThan(0.97)
  expect(photo.width).toBe(700) // the segmenter copied the photo, so the caller still owns it

  const loading = seen.filter((progress) => progress.stage === 'loading')
  expect(loading.length).toBeGreaterThan(2)
  expect(loading.at(-1)).toEqual({
    stage: 'loading',
    loadedBytes: loading[0]!.totalBytes,
    totalBytes: loading[0]!.totalBytes,
  })
  for (const [i, { loadedBytes }] of loading.slice(1).entries())
    expect(loadedBytes).toBeGreaterThan(loading[i]!.loadedBytes)
  const separating = seen.filter((progress) => progress.stage === 'separating').map((progress) => progress.fraction)
  expect([separating[0], separating.at(-1)]).toEqual([0, 1])
  expect((await segmentation.memory()).encoder).toBe('wasm')
})

it("the segmenter doesn't use more memory after three runs than after one run", async () => {
  await startWasm()
  const models = await fetchManifest(new URL(MANIFEST_URL, location.href).href)
  const model = models.find(({ id }) => id === DEFAULT_MODEL)!
  const input = { width: SMALL, height: SMALL }
  const network = await loadMaskNetwork(input, smallNetwork(await fetchFiles(model, () => {})))
  const { rgba } = drawScene(SMALL, SMALL)
  const run = () => network.run(networkInput(rgbPlanes(new ImageData(rgba, SMALL, SMALL)), input, model))
  await run()
  const { numTensors, numBytes } = memory()
  expect(numTensors).toBeGreaterThan(0)
  for (let i = 0; i < 2; i++) await run()
  expect(memory()).toMatchObject({ numTensors, numBytes })
  removeBackend('wasm')
})
