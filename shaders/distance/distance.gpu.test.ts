import { expect, it, vi } from 'vitest'
import { expandRect, intersection } from '#client/kit/geometry/rect.ts'
import { drawCoverage, expectSameInTiles, partOf, readIntegers, sharedRenderer } from '../../tests/helpers/gpu.ts'
import { type CoverageTexels, distanceApron, FAR, UNITS_PER_TEXEL } from './encoding.ts'
import { DistanceFields } from './field.ts'
import { signedDistances } from './transform.ts'

const renderer = await sharedRenderer()

/** Returns a matte of 300 × 220 px: a blob with a hole, hair and a soft edge. */
const matte = () =>
  drawCoverage(300, 220, (context) => {
    context.filter = 'blur(1.2px)'
    context.beginPath()
    context.ellipse(140, 120, 60, 48, 0.3, 0, 7)
    context.ellipse(150, 118, 15, 9, 0, 0, 7)
    context.fill('evenodd')
    context.filter = 'none'
    for (let i = 0; i < 24; i++) {
      context.lineWidth = 0.8 + (i % 3)
      context.beginPath()
      context.moveTo(140, 110)
      context.quadraticCurveTo(140 + 60 * Math.cos(i), 40, 140 + 120 * Math.cos(i), 110 + 90 * Math.sin(i * 1.7))
      context.stroke()
    }
  })

async function fieldOf(coverage: CoverageTexels, range: number, onWorker: boolean): Promise<Int32Array> {
  const fields = new DistanceFields(renderer, onWorker)
  const field = await fields.build(coverage, { range, format: 'integer' })
  const numbers = readIntegers(renderer, field.source)
  field.destroy()
  fields.destroy()
  return numbers
}

it('the distance field computed by the shaders equals the distance field computed by the worker', async () => {
  const coverage = matte()
  const [gpu, cpu] = [await fieldOf(coverage, 30, false), await fieldOf(coverage, 30, true)]
  const end = 30 * UNITS_PER_TEXEL + 1
  // single precision may round a seed at the range to FAR, but no other difference is allowed
  const shortened = (value = 0) => Math.min(Math.max(value, -end), end)
  expect(Math.max(...gpu.map((value, i) => Math.abs(shortened(value) - shortened(cpu[i]))))).toBeLessThanOrEqual(1)
  expect([...cpu].some((value) => value === FAR)).toBe(true)
})

it("uploading the worker's distance field doesn't change any value", async () => {
  const coverage = matte()
  expect([...(await fieldOf(coverage, 30, true))]).toEqual([...signedDistances(coverage, 30)])
})

it.each([20, 60])('a distance field of range %i is the same whether computed in tiles or as a whole', async (range) => {
  const whole = matte()
  await expectSameInTiles(whole, async (part) => {
    const read = intersection(expandRect(part, distanceApron(range)), { x: 0, y: 0, ...whole }) ?? part
    const bytes = Uint8Array.from(partOf(whole.bytes, whole, read))
    const field = await fieldOf({ width: read.width, height: read.height, bytes }, range, false)
    return partOf(field, read, { ...part, x: part.x - read.x, y: part.y - read.y })
  })
})

it('a half-float distance field is an r16float texture with a linear filter', async () => {
  for (const onWorker of [true, false]) {
    const fields = new DistanceFields(renderer, onWorker)
    const field = await fields.build(matte(), { range: 40, format: 'half' })
    expect(field.source.format).toBe('r16float')
    expect(field.source.style.magFilter).toBe('linear')
    expect(renderer.gl.getError()).toBe(0)
    fields.destroy()
    field.destroy()
  }
})

it('the queue of distance fields skips an aborted job', async () => {
  const post = vi.spyOn(Worker.prototype, 'postMessage')
  const fields = new DistanceFields(renderer, true)
  const build = (signal?: AbortSignal) =>
    fields.build(matte(), { range: 8, format: 'integer', ...(signal && { signal }) })
  const stop = new AbortController()
  const [first, second, third] = [build(), build(stop.signal), build()]
  stop.abort()
  await expect(second).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
  for (const field of await Promise.all([first, third])) field.destroy()
  expect(post).toHaveBeenCalledTimes(2)
  post.mockRestore()
  fields.destroy()
})
