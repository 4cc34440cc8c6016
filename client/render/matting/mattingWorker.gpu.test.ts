import { expect, it } from 'vitest'
import { dividePhoto } from './mattingWorker.ts'
import { partOf } from './partition/partition.ts'

const SIZE = { width: 4000, height: 3000 }
const rectangle = (left: number, top: number, right: number, bottom: number) => {
  const coverage = new Uint8Array(SIZE.width * SIZE.height)
  for (let y = top; y < bottom; y++) coverage.fill(255, y * SIZE.width + left, y * SIZE.width + right)
  return { ...SIZE, coverage }
}

/** Returns the number of tasks that the page's thread runs during `work`. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let [isDone, turns] = [false, 0]
  void work.finally(() => {
    isDone = true
  })
  for (; !isDone; turns++) await new Promise((resolve) => setTimeout(resolve))
  return turns
}

it("dividePhoto returns the same result as partOf without blocking the page's thread", async () => {
  const request = () => ({
    found: rectangle(900, 900, 2600, 2400),
    subject: rectangle(890, 890, 3200, 2900),
  })
  const expected = partOf(request())!
  const asking = request()
  const asked = dividePhoto(asking, new AbortController().signal)
  expect(asking.found.coverage, 'the coverage was transferred to the worker').toHaveLength(0)
  const turns = await turnsDuring(asked)
  const part = await asked
  expect(part).toMatchObject({ home: 'subject', box: expected.box })
  expect(part!.coverage.every((byte, i) => byte === expected.coverage[i])).toBe(true)
  expect(turns, 'the main thread keeps running tasks during the work').toBeGreaterThan(1)
})

it("aborting dividePhoto rejects its promise with the signal's reason", async () => {
  const controller = new AbortController()
  const asked = dividePhoto({ found: rectangle(0, 0, 9, 9), subject: null }, controller.signal)
  controller.abort(new Error('newer'))
  await expect(asked).rejects.toThrow('newer')
})
