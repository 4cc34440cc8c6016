import { describe, expect, it } from 'vitest'
import { layerOfKind } from '#client/model/document/document.ts'
import type { Painter } from '#client/render/compositor/painter.ts'
import { sharedRenderer } from '../helpers/gpu.ts'
import { painterOf } from '../helpers/painted.ts'
import { sceneOf, TEXTS } from '../helpers/scene.ts'

const SIZE = { width: 190, height: 143 }

const renderer = await sharedRenderer()

/** Paints the picture in strips of `rows` rows. */
async function inStrips(painter: Painter, rows: number): Promise<Uint8Array> {
  const { width, height } = painter.size
  const whole = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y += rows) {
    const strip = await painter.paint({ x: 0, y, width, height: Math.min(rows, height - y) })
    whole.set(strip, y * width * 4)
  }
  return whole
}

const differing = (a: Uint8Array, b: ArrayLike<number>) =>
  a.reduce((sum, value, i) => sum + (value === b[i] ? 0 : 1), 0)

describe.each([
  ['opaque', false],
  ['with alpha', true],
])('a photo %s', (_, hasAlpha) => {
  it('an unedited photo is exported losslessly in strips of any height', async () => {
    const { session, rgba } = await sceneOf({ size: SIZE, hasAlpha })
    const painter = painterOf(renderer, session)
    expect(painter.opaque).toBe(!hasAlpha)
    for (const rows of [143, 64, 17]) expect(differing(await inStrips(painter, rows), rgba), `${rows} rows`).toBe(0)
    painter.destroy()
    session.dispose()
  })

  it('a layer changes no pixel of the photo around it', async () => {
    const word = {
      text: 'i',
      fontSize: 12,
      placement: 'background',
      position: { horizontal: 50, vertical: 50 },
    } as const
    const { session, rgba } = await sceneOf({ size: SIZE, hasAlpha, texts: [word] })
    const painter = painterOf(renderer, session)
    const whole = await inStrips(painter, 143)
    const isFar = (i: number) => Math.hypot(((i >> 2) % 190) - 95, (i >> 2) / 190 - 71) > 20
    // With half floats over a photo with alpha and 8-bit colours on both sides of an edge, the last bit may differ.
    const largest = whole.reduce(
      (most, value, i) => (isFar(i) ? Math.max(most, Math.abs(value - (rgba[i] ?? 0))) : most),
      0,
    )
    expect(largest).toBeLessThanOrEqual(1)
    painter.destroy()
    session.dispose()
  })

  it('strips painted concurrently have the pixels of strips painted one by one', async () => {
    const { session } = await sceneOf({ size: SIZE, hasAlpha, texts: TEXTS })
    const painter = painterOf(renderer, session)
    const whole = await inStrips(painter, 143)
    const strips = [0, 48, 96].map((y) => ({ x: 0, y, width: SIZE.width, height: Math.min(48, SIZE.height - y) }))
    const room = strips.map(({ width, height }) => new Uint8Array(4 * width * height))
    const painted = await Promise.all(strips.map((strip, i) => painter.paint(strip, room[i])))
    for (const [i, { y }] of strips.entries()) {
      expect(painted[i]).toBe(room[i])
      const [from, length] = [4 * SIZE.width * y, painted[i]!.length]
      expect(differing(painted[i]!, whole.subarray(from, from + length)), `from row ${y}`).toBe(0)
    }
    painter.destroy()
    session.dispose()
  })

  it('texts behind and in front of the subject have the same bytes in strips and in one piece', async () => {
    const { session, rgba } = await sceneOf({ size: SIZE, hasAlpha, texts: TEXTS })
    const painter = painterOf(renderer, session)
    const whole = await inStrips(painter, 143)
    expect(differing(whole, rgba), 'the texts are there').toBeGreaterThan(5000)
    for (const rows of [64, 31, 7]) expect(differing(await inStrips(painter, rows), whole), `${rows} rows`).toBe(0)
    painter.destroy()
    session.dispose()
  })
})

it('a moved subject is painted while another painter of the renderer paints from another store', async () => {
  const sessions = await Promise.all(
    [1, 2, 3].map(async () => {
      const { session } = await sceneOf({ size: SIZE })
      session.history.transact('Move', () => {
        Object.assign(layerOfKind(session.doc, 'subject')!, { foregroundSize: 60 })
      })
      return session
    }),
  )
  const [alone, busy, later] = sessions.map((session) => painterOf(renderer, session)) as [Painter, Painter, Painter]
  const expected = await inStrips(alone, 143)
  alone.destroy()
  await inStrips(busy, 143)
  expect(differing(await inStrips(later, 143), expected)).toBe(0)
  for (const painter of [busy, later]) painter.destroy()
  for (const session of sessions) session.dispose()
})
