import { afterEach, expect, inject, it, onTestFinished } from 'vitest'
import type { EngineName } from '../../../../e2e/engines/runner/engines.ts'
import { ABILITIES, type Ability, can, resetCheck } from './selfChecks.ts'
import { addNoiseToCanvases, addNoiseToFiles, addNoiseToTextures, premultiplyBitmaps } from './testing.ts'

afterEach(() => {
  for (const ability of ABILITIES) resetCheck(ability)
})

/** The checks that each browser is known to fail. The product has a fallback for each failed check. */
const KNOWN_MISSES: Readonly<Record<EngineName, readonly Ability[]>> = {
  chromium: [],
  firefox: ['wideGamut'],
  webkit: ['straightAlpha', 'wideGamut'],
}

async function missing(): Promise<Ability[]> {
  const answers = await Promise.all(ABILITIES.map(async (ability) => ((await can(ability)) ? [] : [ability])))
  return answers.flat()
}

it('the browser passes all self-checks except its known failures', async () => {
  expect(await missing()).toEqual(KNOWN_MISSES[inject('engine')])
})

it.each<[string, () => () => void, Ability[]]>([
  ['bitmaps are premultiplied in spite of the options', premultiplyBitmaps, ['straightAlpha']],
  ['textures are read with noise', addNoiseToTextures, ['straightAlpha', 'exactReadback', 'exactCanvas']],
  ['canvases are read with noise', addNoiseToCanvases, ['exactCanvas']],
  ['files of canvases have noise', addNoiseToFiles, ['exactCanvas']],
])('the affected self-checks fail if %s', async (_, plant, misses) => {
  const own = await missing()
  for (const ability of ABILITIES) resetCheck(ability)
  onTestFinished(plant())
  expect(await missing()).toEqual(ABILITIES.filter((ability) => [...own, ...misses].includes(ability)))
})

it('can() repeats a self-check only after resetCheck', async () => {
  const undo = addNoiseToTextures()
  expect(await can('exactReadback')).toBe(false)
  undo()
  expect(await can('exactReadback')).toBe(false)
  resetCheck('exactReadback')
  expect(await can('exactReadback')).toBe(true)
})

it('the self-checks release all their WebGL contexts', async () => {
  const contexts: WebGL2RenderingContext[] = []
  const original = HTMLCanvasElement.prototype.getContext
  onTestFinished(() => {
    HTMLCanvasElement.prototype.getContext = original
  })
  HTMLCanvasElement.prototype.getContext = new Proxy(original, {
    apply(target, canvas, args) {
      const context: unknown = Reflect.apply(target, canvas, args)
      if (context instanceof WebGL2RenderingContext) contexts.push(context)
      return context
    },
  })
  await missing()
  expect(contexts.length).toBeGreaterThan(0)
  expect(contexts.filter((gl) => !gl.isContextLost())).toEqual([])
})
