/** Tests blend modes in the whole image: strips, preview and export. */
import { expect, it, vi } from 'vitest'
import { setBlendMode } from '#client/layers/actions.ts'
import type { Session } from '#client/model/session/session.ts'
import { blendedPixel } from '#shaders/blend/testing.ts'
import { bytesOf, difference, sharedRenderer } from '../helpers/gpu.ts'
import { painted, previewOf } from '../helpers/painted.ts'
import { sceneOf, TEXTS } from '../helpers/scene.ts'

const SIZE = { width: 160, height: 120 }

const renderer = await sharedRenderer()

const textsOf = ({ doc }: Session) => doc.order.filter((id) => doc.layers[id]?.kind === 'text')

/**
 * Creates three text layers. A text layer behind the subject and a translucent text layer in front of it have blend
 * modes.
 */
async function blendedScene(hasAlpha = false) {
  const { session, rgba } = await sceneOf({ size: SIZE, texts: TEXTS, hasAlpha })
  const [behind, front] = textsOf(session)
  setBlendMode(session, behind!, 'difference')
  setBlendMode(session, front!, 'hard-light')
  return { session, rgba }
}

it.each([false, true])(
  'an image with blend modes has the same bytes in strips and as a whole (photo with alpha: %s)',
  async (hasAlpha) => {
    const { session } = await blendedScene(hasAlpha)
    const whole = await painted(renderer, session)
    expect(difference(await painted(renderer, session, { rows: 17 }), whole).count).toBe(0)
    for (const id of textsOf(session)) setBlendMode(session, id, 'normal')
    expect(difference(await painted(renderer, session), whole).count).toBeGreaterThan(1000)
  },
)

it('the blend mode of a layer applies to the photo below the layer', async () => {
  const box = { color: '#2040c0', width: 90, height: 40, borderRadius: 0, enabled: true } as const
  const text = { text: ' ', placement: 'foreground', background: box } as const
  const { session, rgba } = await sceneOf({ size: SIZE, texts: [text] })
  setBlendMode(session, textsOf(session)[0]!, 'multiply')
  const pixels = await painted(renderer, session)
  const at = 4 * (60 * SIZE.width + 80)
  const backdrop = [0, 1, 2].map((c) => (rgba[at + c] ?? 0) / 255)
  const expected = blendedPixel(
    'multiply',
    [backdrop[0]!, backdrop[1]!, backdrop[2]!, 1],
    [0x20 / 255, 0x40 / 255, 0xc0 / 255, 1],
  )
  for (const [c, value] of expected.entries())
    expect(Math.abs(255 * value - (pixels[at + c] ?? 0))).toBeLessThanOrEqual(0.51)
})

it('the preview of blend modes shows the exported pixels, even during a drag', async () => {
  const { session } = await blendedScene()
  const preview = previewOf(renderer, session, SIZE)
  const shown = async () => {
    await preview.settle()
    return bytesOf(renderer, preview.texture)
  }
  const exported = await painted(renderer, session)
  expect(difference(await shown(), exported).largest).toBeLessThanOrEqual(1)
  for (const id of textsOf(session)) {
    const gesture = session.history.begin('Rename')
    session.doc.layers[id]!.name = 'touched' // a new name doesn't change any pixel
    expect(difference(await shown(), exported).largest, id).toBeLessThanOrEqual(2)
    gesture.cancel()
  }
})

it('an image without blend modes is rendered in a single pass', async () => {
  const { session } = await blendedScene()
  const render = vi.spyOn(renderer, 'render')
  await painted(renderer, session)
  expect(render.mock.calls.length).toBeGreaterThan(3)
  for (const id of textsOf(session)) setBlendMode(session, id, 'normal')
  render.mockClear()
  await painted(renderer, session)
  expect(render).toHaveBeenCalledOnce()
  render.mockRestore()
})
