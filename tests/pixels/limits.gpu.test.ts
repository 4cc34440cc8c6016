import { WebGLRenderer } from 'pixi.js'
import { expect, it, vi } from 'vitest'
import { encodePng } from '#client/media/exporter/formats/png/encodePng.ts'
import { decodePng } from '#client/media/importer/straight-alpha/png/decodePng.ts'
import { imageBackdrop } from '#client/model/document/backdrop.ts'
import type { Session } from '#client/model/session/session.ts'
import { difference, putBitmap } from '../helpers/gpu.ts'
import { painted, painterOf } from '../helpers/painted.ts'
import { sceneOf } from '../helpers/scene.ts'

const WIDE = { width: 5000, height: 30 }
const TEXT = {
  text: 'a long text behind the subject, from edge to edge',
  fontSize: 24,
  placement: 'background',
} as const

/** Creates a renderer on a device with lower limits. `weaken` mocks the queries of the limits. */
async function weakRenderer(weaken: () => void): Promise<WebGLRenderer> {
  weaken()
  const renderer = new WebGLRenderer()
  await renderer.init({ width: 8, height: 8, backgroundAlpha: 0 })
  return renderer
}

/** Limits the size of textures to 4096 px. */
function limitTextures() {
  const { getParameter } = WebGL2RenderingContext.prototype
  vi.spyOn(WebGL2RenderingContext.prototype, 'getParameter').mockImplementation(function (
    this: WebGL2RenderingContext,
    name: number,
  ) {
    return name === this.MAX_TEXTURE_SIZE ? 4096 : getParameter.call(this, name)
  })
}

async function exported(session: Session, renderer: WebGLRenderer): Promise<Uint8ClampedArray> {
  const painter = painterOf(renderer, session)
  const result = await encodePng(painter, { signal: new AbortController().signal })
  painter.destroy()
  if (!result.ok) return expect.unreachable(result.error)
  return (await decodePng(new Uint8Array(await result.value.arrayBuffer()))).rgba
}

it('a photo wider than the maximum texture size is exported losslessly', async () => {
  const { session, rgba } = await sceneOf({ size: WIDE, texts: [TEXT] })
  const strong = await weakRenderer(() => {})
  const expected = await exported(session, strong)
  expect(difference(expected, rgba).count, 'the text changes px').toBeGreaterThan(1000)
  strong.destroy()

  const weak = await weakRenderer(limitTextures)
  const allocated = vi.spyOn(weak.gl, 'texImage2D')
  const painter = painterOf(weak, session)
  expect(painter.maxSide).toBeLessThan(4096)
  painter.destroy()
  expect(difference(await exported(session, weak), expected)).toEqual({ count: 0, largest: 0 })
  // Only the calls with nine arguments allocate. They start with target, level, format, width, height.
  const sides = allocated.mock.calls
    .filter((call) => call.length >= 9)
    .flatMap((call) => [Number(call[3]), Number(call[4])])
  expect(Math.max(...sides)).toBeGreaterThan(512)
  expect(Math.max(...sides)).toBeLessThanOrEqual(4096)
  weak.destroy()
})

it.each([0, 2])('a stretched image wider than the maximum texture size is painted with a blur of %f', async (blur) => {
  const { session } = await sceneOf({ size: { width: 60, height: 40 } })
  const size = { width: 9000, height: 40 }
  const rgba = Uint8ClampedArray.from({ length: size.width * size.height * 4 }, (_, i) =>
    i % 4 === 3 || i % (4 * size.width) >= 2 * size.width ? 255 : 0,
  )
  session.doc.backdrop = imageBackdrop(await putBitmap(session.assets, rgba, size), { fit: 'stretch', blur })
  const weak = await weakRenderer(limitTextures)
  const pixels = await painted(weak, session)
  expect([0, 20, 40, 59].map((x) => pixels[4 * x])).toEqual([0, 0, 255, 255])
  weak.destroy()
})

it('a GPU without half-float textures paints nearly the same image', async () => {
  const size = { width: 120, height: 90 }
  const { session } = await sceneOf({ size, hasAlpha: true, texts: [{ ...TEXT, glow: { enabled: true } }] })
  session.history.transact('Tune', () => {
    session.doc.tune.background.blur = 3
    session.doc.tune.background.exposure = 30
  })
  const strong = await weakRenderer(() => {})
  const expected = await exported(session, strong)
  strong.destroy()
  const { getExtension } = WebGL2RenderingContext.prototype
  const weak = await weakRenderer(() => {
    vi.spyOn(WebGL2RenderingContext.prototype, 'getExtension').mockImplementation(function (
      this: WebGL2RenderingContext,
      name: string,
    ) {
      return /color_buffer_(half_)?float/.test(name) ? null : getExtension.call(this, name as 'WEBGL_multi_draw')
    })
  })
  const actual = await exported(session, weak)
  // compares the images over black, because 8 bits can't store a color at very low alpha
  let worst = 0
  for (let i = 0; i < actual.length; i += 4)
    for (let c = 0; c < 3; c++)
      worst = Math.max(worst, Math.abs((actual[i + c]! * actual[i + 3]! - expected[i + c]! * expected[i + 3]!) / 255))
  expect(worst).toBeLessThanOrEqual(4)
  weak.destroy()
})
