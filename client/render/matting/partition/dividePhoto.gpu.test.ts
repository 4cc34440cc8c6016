import { expect, it } from 'vitest'
import { dividePhoto } from './dividePhoto.ts'
import { partOf } from './partition.ts'

const SIZE = { width: 4000, height: 3000 }
const rectangle = (left: number, top: number, right: number, bottom: number) => {
  const coverage = new Uint8Array(SIZE.width * SIZE.height)
  for (let y = top; y < bottom; y++) coverage.fill(255, y * SIZE.width + left, y * SIZE.width + right)
  return { ...SIZE, coverage }
}

/** Longest time between two turns of the page's thread while `work` runs, ms. */
async function longestPause(work: Promise<unknown>): Promise<number> {
  let [isDone, longest, last] = [false, 0, performance.now()]
  void work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    await new Promise((resolve) => setTimeout(resolve))
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }
  return longest
}

it('divides as partOf does, on another thread', async () => {
  const request = () => ({
    found: rectangle(900, 900, 2600, 2400),
    subject: rectangle(890, 890, 3200, 2900),
  })
  const from = performance.now()
  const expected = partOf(request())!
  const onPage = performance.now() - from
  const asked = dividePhoto(request(), new AbortController().signal)
  const pause = await longestPause(asked)
  const part = await asked
  console.log(`dividing 12 MP: ${onPage.toFixed(0)} ms; by a worker the page pauses ${pause.toFixed(0)} ms at most`)
  expect(part).toMatchObject({ home: 'subject', box: expected.box })
  expect(part!.coverage.every((byte, i) => byte === expected.coverage[i])).toBe(true)
  expect(pause).toBeLessThan(Math.max(50, onPage))
})

it('ends with its signal', async () => {
  const controller = new AbortController()
  const asked = dividePhoto({ found: rectangle(0, 0, 9, 9), subject: null }, controller.signal)
  controller.abort(new Error('newer'))
  await expect(asked).rejects.toThrow('newer')
})
