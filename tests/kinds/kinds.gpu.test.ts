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

const QUESTIONS = Object.entries(PIXEL_CHECKS)

describe.each(Object.entries(paintedKinds) as [string, PaintedKind][])('%s', (_, kind) => {
  describe.each(Object.entries(samplesOf(kind)))('with %s', (__, values) => {
    it.each(QUESTIONS)('%s', async (___, question) => {
      expect(await question(stage, kind, stage.sampleOf(kind, values))).toEqual([])
    })
  })
})

describe('the checks themselves', () => {
  const complaints = async (kind: PaintedKind) => {
    const found: string[] = []
    for (const [name, question] of QUESTIONS)
      if ((await question(stage, kind, stage.sampleOf(kind, {}))).length > 0) found.push(name)
    return found
  }

  it('report nothing for a correct kind', async () => {
    expect(await complaints(correctKind)).toEqual([])
  })

  it.each<[string, PaintedKind, string]>([
    ['hard edges', withHardEdges, 'has soft edges where they are slanted'],
    ['a seam', withSeam, 'gives the same bytes in strips and tiles as in one piece'],
    ['a forgotten input', withUndeclaredInput, 'names all that it paints from'],
    ['a narrow area', withNarrowArea, 'changes nothing beyond the area that it names'],
    ['a leak', withLeak, 'keeps nothing once it is gone'],
  ])('find %s', async (_, kind, question) => {
    expect(await complaints(kind)).toContain(question)
  })
})
