/** Pixel checks of every registered kind, including new ones. See kinds.test.ts for record checks. */
import { afterAll, describe, expect, it } from 'vitest'
import { loadFont } from '#client/kit/fonts/load.ts'
import { paintedKinds } from '#client/layers/nodes.ts'
import { sharedRenderer } from '../helpers/gpu.ts'
import { correctKind, withHardEdges, withLeak, withNarrowArea, withSeam, withUndeclaredInput } from './faultyKinds.ts'
import { PIXEL_CHECKS } from './pixelChecks.ts'
import { openStage } from './stage.ts'
import { type PaintedKind, samplesOf } from './testedKind.ts'

const renderer = await sharedRenderer()
const stage = await openStage(renderer)
await loadFont('Inter', 700)
afterAll(() => stage.destroy())

const CHECKS = Object.entries(PIXEL_CHECKS)

describe.each(Object.entries(paintedKinds) as [string, PaintedKind][])('%s', (_, kind) => {
  describe.each(Object.entries(samplesOf(kind)))('with %s', (__, values) => {
    it.each(CHECKS)('%s', async (___, check) => {
      expect(await check(stage, kind, stage.sampleOf(kind, values))).toEqual([])
    })
  })
})

describe('the checks', () => {
  const failedChecks = async (kind: PaintedKind) => {
    const found: string[] = []
    for (const [name, check] of CHECKS)
      if ((await check(stage, kind, stage.sampleOf(kind, {}))).length > 0) found.push(name)
    return found
  }

  it('find no fault in a correct kind', async () => {
    expect(await failedChecks(correctKind)).toEqual([])
  })

  it.each<[string, PaintedKind, string]>([
    ['hard edges', withHardEdges, 'smooths slanted edges'],
    ['a seam', withSeam, 'paints the same bytes in strips, in tiles and as a whole'],
    ['a forgotten input', withUndeclaredInput, 'declares all its inputs'],
    ['a narrow area', withNarrowArea, 'changes no pixel outside its reported area'],
    ['a leak', withLeak, 'frees textures, canvases and view when destroyed'],
  ])('find %s', async (_, kind, check) => {
    expect(await failedChecks(kind)).toContain(check)
  })
})
