/** Checks the pixels of every registered layer kind, including kinds added later. kinds.test.ts checks the records. */
import { afterAll, describe, expect, it } from 'vitest'
import { loadFont } from '#client/kit/fonts/load.ts'
import { paintedKinds } from '#client/layers/nodes.ts'
import { sharedRenderer } from '../helpers/gpu.ts'
import { PIXEL_CHECKS } from './pixelChecks.ts'
import { openStage } from './stage.ts'
import { type PaintedKind, samplesOf } from './testedKind.ts'

const renderer = await sharedRenderer()
const stage = await openStage(renderer)
await loadFont('Inter', 700)
afterAll(() => stage.destroy())

const CHECKS = Object.entries(PIXEL_CHECKS)

describe.each(Object.entries(paintedKinds) as [string, PaintedKind][])('the layer kind %s', (_, kind) => {
  describe.each(Object.entries(samplesOf(kind)))('with %s', (__, values) => {
    it.each(CHECKS)('a layer %s', async (___, check) => {
      expect(await check(stage, kind, stage.sampleOf(kind, values))).toEqual([])
    })
  })
})
