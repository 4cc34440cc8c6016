/** Counts the WebGL calls of the networks, which take most of the time on a graphics card. */
import { expect, it, onTestFinished, vi } from 'vitest'
import { fetchFiles, fetchManifest, MANIFEST_URL } from '#client/media/segmenter/modelManifest.ts'
import { networkInput, rgbPlanes } from '#client/media/segmenter/pipeline/networkInputs.ts'
import { createSegmentation } from '#client/media/segmenter/segmentation.ts'
import { startWasm } from '#client/media/segmenter/worker/backend.ts'
import { NetworkWorker } from '#client/media/segmenter/worker/networkWorker.ts'
import { webglCounts } from './countWebgl.ts'
import { drawScene } from './scene.ts'
import { SMALL, smallNetwork } from './smallNetwork.ts'

vi.setConfig({ testTimeout: 600_000 }) // the network runs on a software GPU

it("computing the quick matte doesn't link a WebGL program or draw", async () => {
  const createWorker = () => new Worker(new URL('./countedSegmentation.worker.ts', import.meta.url), { type: 'module' })
  const { segmenter, dispose } = createSegmentation({ createWorker })
  onTestFinished(dispose)
  const { rgba } = drawScene(SMALL, SMALL)
  const photo = await createImageBitmap(new ImageData(rgba, SMALL, SMALL))
  segmenter.warmUp()
  const found = await segmenter.segment(photo, { signal: new AbortController().signal })
  expect(found.ok).toBe(true)
  expect(await webglCounts()).toEqual({ programs: 0, textures: 0, draws: 0 })
})

it('a network on WebGL compiles its programs before the first run, and later runs reuse its textures', async () => {
  await startWasm() // stores the outputs on this page
  const [model] = (await fetchManifest(new URL(MANIFEST_URL, location.href).href)).filter(({ id }) => id === 'u2netp')
  const files = smallNetwork(await fetchFiles(model!, () => {}))
  const port = new Worker(new URL('./countedNetworks.worker.ts', import.meta.url), { type: 'module' })
  const worker = new NetworkWorker({ backend: 'webgl' }, port)
  onTestFinished(() => port.terminate())
  const input = { width: SMALL, height: SMALL }
  const network = worker.load('small', { signature: { input, output: 'mask' }, files }, () =>
    Promise.reject(new Error()),
  )
  const { rgba } = drawScene(SMALL, SMALL)
  const values = networkInput(rgbPlanes(new ImageData(rgba, SMALL, SMALL)), input, model!)
  const counts = []
  const masks: Float32Array[] = []
  for (let run = 0; run < 3; run++) {
    const output = await network.run(values, () => {})
    masks.push((await output.data()) as Float32Array)
    output.dispose()
    counts.push(await webglCounts())
  }
  const [first, second, third] = counts
  expect(first!.programs).toBeGreaterThan(0)
  expect([second!.programs, third!.programs]).toEqual([first!.programs, first!.programs])
  expect(third!.textures - second!.textures).toBeLessThan(10)
  expect(masks[2]).toEqual(masks[0])
  expect(worker.hasFailed).toBe(false)
  console.log(JSON.stringify(counts))
})
