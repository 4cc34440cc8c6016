import { describe, expect, it } from 'vitest'
import { layerOfKind } from '#client/model/document/document.ts'
import type { Painter } from '#client/render/compositor/painter.ts'
import { difference, sharedRenderer } from '../helpers/gpu.ts'
import { painted, paintedPicture, painterOf } from '../helpers/painted.ts'
import { sceneOf, TEXTS } from '../helpers/scene.ts'

const SIZE = { width: 190, height: 143 }

const renderer = await sharedRenderer()

const differing = (a: ArrayLike<number>, b: ArrayLike<number>) => difference(a, b).count

describe.each([
  ['an opaque photo', false],
  ['a photo with alpha', true],
])('the painter with %s', (_, hasAlpha) => {
  it('an unedited photo is exported losslessly in strips of any height', async () => {
    const { session, rgba } = await sceneOf({ size: SIZE, hasAlpha })
    for (const rows of [143, 64, 17]) {
      const { pixels, opaque } = await paintedPicture(renderer, session, { rows })
      expect(opaque).toBe(!hasAlpha)
      expect(differing(pixels, rgba), `${rows} rows`).toBe(0)
    }
  })

  it("a layer does not change the photo's pixels around it", async () => {
    const word = { text: 'i', fontSize: 12, placement: 'background' } as const
    const { session, rgba } = await sceneOf({ size: SIZE, hasAlpha, texts: [word] })
    const whole = await painted(renderer, session)
    const isFar = (i: number) => Math.hypot(((i >> 2) % 190) - 95, (i >> 2) / 190 - 71) > 20
    // A value may differ by one level, because a photo with alpha is composited in half floats and converted to 8 bits.
    const largest = whole.reduce(
      (most, value, i) => (isFar(i) ? Math.max(most, Math.abs(value - (rgba[i] ?? 0))) : most),
      0,
    )
    expect(largest).toBeLessThanOrEqual(1)
  })

  it('strips painted concurrently have the same bytes as the whole image', async () => {
    const { session, rgba } = await sceneOf({ size: SIZE, hasAlpha, texts: TEXTS })
    const whole = await painted(renderer, session)
    expect(differing(whole, rgba), 'number of px that the texts change').toBeGreaterThan(5000)
    const painter = painterOf(renderer, session)
    const strips = [0, 48, 96].map((y) => ({ x: 0, y, width: SIZE.width, height: Math.min(48, SIZE.height - y) }))
    const room = strips.map(({ width, height }) => new Uint8Array(4 * width * height))
    const parts = await Promise.all(strips.map((strip, i) => painter.paint(strip, room[i])))
    for (const [i, { y }] of strips.entries()) {
      expect(parts[i]).toBe(room[i])
      const [from, length] = [4 * SIZE.width * y, parts[i]!.length]
      expect(differing(parts[i]!, whole.subarray(from, from + length)), `from row ${y}`).toBe(0)
    }
    painter.destroy()
  })
})

it('two painters that share a renderer each paint the photo of their own asset store', async () => {
  const sessions = await Promise.all(
    [1, 2, 3].map(async () => {
      const { session } = await sceneOf({ size: SIZE })
      session.history.transact('Move', () => {
        Object.assign(layerOfKind(session.doc, 'subject')!, { foregroundSize: 60 })
      })
      return session
    }),
  )
  const [busy, later] = sessions.slice(1).map((session) => painterOf(renderer, session)) as [Painter, Painter]
  const expected = await painted(renderer, sessions[0]!)
  const whole = { x: 0, y: 0, ...SIZE }
  await busy.paint(whole)
  expect(differing(await later.paint(whole), expected)).toBe(0)
  for (const painter of [busy, later]) painter.destroy()
})
