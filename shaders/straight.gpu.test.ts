import { Container, RenderTexture, Sprite, Texture, WebGLRenderer } from 'pixi.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readTexture } from '#client/render/compositor/painter.ts'
import { createStraightPass } from './straight.ts'

const renderer = new WebGLRenderer()
beforeAll(() => renderer.init({ width: 4, height: 4, preferWebGLVersion: 2, backgroundAlpha: 0 }))
afterAll(() => renderer.destroy())

async function readPixels(texture: RenderTexture) {
  const readback = readTexture(renderer, texture)
  const pixels = new Uint8Array(readback.length)
  await readback.read(pixels)
  return pixels
}

/** Returns a sprite of one colour per row, unpremultiplied, via a premultiplied upload. */
function picture(rows: readonly [number, number, number, number][]): Container {
  const root = new Container()
  rows.forEach(([r, g, b, a], y) => {
    const sprite = new Sprite(Texture.WHITE)
    sprite.tint = [r, g, b]
    sprite.alpha = a
    sprite.setSize(3, 1)
    sprite.y = y
    root.addChild(sprite)
  })
  return root
}

/** Reference of the pass: unpremultiplies a pixel (RGBA 0..1). */
function straight([r, g, b, a]: readonly [number, number, number, number]): [number, number, number, number] {
  if (a <= 0) return [0, 0, 0, 0]
  const part = (value: number) => Math.min(1, Math.max(0, value / a))
  return [part(r), part(g), part(b), a]
}

it('unpremultiplies like its reference, top row first, and keeps every 8-bit colour down to alpha 1/255', async () => {
  const rows: [number, number, number, number][] = []
  for (let alpha = 1; alpha <= 255; alpha += 7) rows.push([200 / 255, 31 / 255, 254 / 255, alpha / 255])
  const size = { width: 3, height: rows.length, resolution: 1 } as const
  const composite = RenderTexture.create({ ...size, format: 'rgba16float' })
  const output = RenderTexture.create({ ...size, format: 'rgba8unorm' })
  renderer.render({ container: picture(rows), target: composite, clear: true, clearColor: [0, 0, 0, 0] })
  const pass = createStraightPass()
  pass.draw(renderer, output, { uComposite: composite.source }, {})
  const pixels = await readPixels(output)
  rows.forEach(([r, g, b, a], y) => {
    const twin = straight([r * a, g * a, b * a, a]).map((value) => Math.round(value * 255))
    expect([...pixels.subarray(y * 12, y * 12 + 4)], `row ${y}`).toEqual(twin)
  })
  pass.destroy()
})

it('clears the colour where alpha is 0', async () => {
  const composite = RenderTexture.create({ width: 1, height: 1, resolution: 1, format: 'rgba16float' })
  const output = RenderTexture.create({ width: 1, height: 1, resolution: 1, format: 'rgba8unorm' })
  renderer.render({ container: new Container(), target: composite, clear: true, clearColor: [0.5, 0.5, 0.5, 0] })
  const pass = createStraightPass()
  pass.draw(renderer, output, { uComposite: composite.source }, {})
  expect([...(await readPixels(output))]).toEqual([0, 0, 0, 0])
  pass.destroy()
})
