/** The whole refiner with a real worker, real models and the WASM backend. */
import { afterAll, expect, it, vi } from 'vitest'
import { createSegmentationRefiner } from '#client/media/segmenter/segmentationRefiner.ts'
import { drawScene } from './scene.ts'

vi.setConfig({ testTimeout: 240_000 }) // the networks run on a software GPU

const refiner = createSegmentationRefiner({ backend: 'wasm' })
afterAll(() => refiner.dispose())

const going = () => new AbortController().signal

it('finds the subject, lists candidates, previews and segments selections without leaking tensors', async () => {
  const scene = drawScene(500, 360)
  const photo = await createImageBitmap(new ImageData(scene.rgba, 500, 360))
  const seen: string[] = []
  const found = await refiner.find(photo, { signal: going(), onProgress: ({ stage }) => void seen.push(stage) })
  if (!found.ok) throw new Error(found.error)
  expect([found.value.width, found.value.height]).toEqual([500, 360])
  expect(share(found.value.coverage, scene)).toBeGreaterThan(0.98)
  expect(found.value.candidates[0]).toMatchObject({ start: 'found', mask: { width: 256, height: 184 } })
  expect(seen).toContain('loading')
  expect(seen).toContain('separating')

  const candidates = await refiner.candidateMasks(photo, { signal: going() })
  if (!candidates.ok) throw new Error(candidates.error)
  expect(candidates.value.length).toBeGreaterThan(0)
  expect([candidates.value[0]!.width, candidates.value[0]!.height]).toEqual([256, 184])

  const before = await refiner.memory()
  const centre = { x: 260, y: 198, kind: 'in' as const } // a point in the ball
  const sketch = await refiner.previewChoice(photo, { adds: true, points: [centre] }, NOTHING, { signal: going() })
  if (!sketch.ok) throw new Error(sketch.error)
  const { width, coverage } = sketch.value
  expect(coverage[Math.round(198 * (width / 500)) * width + Math.round(260 * (width / 500))]).toBeGreaterThan(250)
  const chosen = await refiner.segmentChoices(photo, 'nothing', [{ adds: true, points: [centre] }], { signal: going() })
  if (!chosen.ok) throw new Error(chosen.error)
  expect(share(chosen.value.coverage, scene)).toBeGreaterThan(0.95)
  const none = await refiner.segmentChoices(photo, 'nothing', [], { signal: going() })
  expect(none.ok && none.value.coverage.every((byte) => byte === 0)).toBe(true)
  expect(await refiner.memory()).toEqual(before)
})

it('reports that the photo contains no people without further work', async () => {
  const plain = new ImageData(new Uint8ClampedArray(4 * 300 * 200).fill(255), 300, 200)
  const people = refiner.segmentChoices(await createImageBitmap(plain), 'people', [], { signal: going() })
  expect(await people).toEqual({ ok: false, error: 'no-subject' })
})

it('stops at once when aborted, and performs the next job', async () => {
  const scene = drawScene(300, 200)
  const photo = await createImageBitmap(new ImageData(scene.rgba, 300, 200))
  const stop = new AbortController()
  const first = refiner.find(photo, { signal: stop.signal, onProgress: () => stop.abort() })
  expect(await first).toEqual({ ok: false, error: 'aborted' })
  const pointed = { adds: true, points: [{ x: 156, y: 110, kind: 'in' as const }] }
  const second = await refiner.previewChoice(photo, pointed, NOTHING, { signal: going() })
  expect(second.ok && Math.max(...second.value.coverage)).toBeGreaterThan(250)
})

/** No earlier selections. */
const NOTHING = { start: 'nothing', choices: [] } as const

function share(coverage: Uint8Array, scene: ReturnType<typeof drawScene>): number {
  let [both, either] = [0, 0]
  coverage.forEach((value, i) => {
    const wanted = scene.isSubject(i % scene.width, Math.floor(i / scene.width))
    if (value >= 128 && wanted) both++
    if (value >= 128 || wanted) either++
  })
  return both / either
}
