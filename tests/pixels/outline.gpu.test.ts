import { expect, it } from 'vitest'
import type { SubjectLayer } from '#client/layers/subject/index.ts'
import { layerOfKind } from '#client/model/document/document.ts'
import type { Session } from '#client/model/session/session.ts'
import { sharedRenderer } from '../helpers/gpu.ts'
import { painted } from '../helpers/painted.ts'
import { sceneOf } from '../helpers/scene.ts'

const SIZE = { width: 200, height: 160 }
/** Radius of the subject, a third of the height. */
const RADIUS = 160 / 3

const renderer = await sharedRenderer()

function outlined(session: Session, cutout: Partial<SubjectLayer['cutout']>) {
  session.history.transact('Outline', () => {
    Object.assign((layerOfKind(session.doc, 'subject') as SubjectLayer).cutout, { enabled: true, ...cutout })
  })
}

const isRed = (bytes: ArrayLike<number>, i: number) => bytes[i] === 255 && bytes[i + 1] === 0 && bytes[i + 2] === 0

it('the outline is a band of the given width around the subject', async () => {
  const { session, rgba } = await sceneOf({ size: SIZE })
  outlined(session, { width: 20, color: '#ff0000' })
  const pixels = await painted(renderer, session)
  for (let y = 0; y < SIZE.height; y++)
    for (let x = 0; x < SIZE.width; x++) {
      const away = Math.hypot(x + 0.5 - 100, y + 0.5 - 80) - RADIUS
      const i = (y * SIZE.width + x) * 4
      if (away > 9 && away < 18) expect(isRed(pixels, i), `${x} ${y} in the band`).toBe(true)
      if (away < -9 || away > 23) expect([...pixels.subarray(i, i + 3)]).toEqual([...rgba.subarray(i, i + 3)])
    }
})
