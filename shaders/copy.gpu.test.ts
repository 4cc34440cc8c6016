import { Container } from 'pixi.js'
import { expect, it } from 'vitest'
import { bytesOf, sharedRenderer, target } from '../tests/helpers/gpu.ts'
import { Copy } from './copy.ts'

const renderer = await sharedRenderer()

/** Returns a texture of 2 × 2 px in four premultiplied colors. */
function quarters() {
  const texture = target(2, 2)
  const { gl } = renderer
  renderer.renderTarget.bind({ target: texture, clear: false })
  gl.enable(gl.SCISSOR_TEST)
  COLORS.forEach(([r, g, b, a], i) => {
    gl.scissor(i % 2, i >> 1, 1, 1)
    gl.clearColor(r / 255, g / 255, b / 255, a / 255)
    gl.clear(gl.COLOR_BUFFER_BIT)
  })
  gl.disable(gl.SCISSOR_TEST)
  return texture
}

const COLORS = [
  [255, 0, 0, 255],
  [0, 100, 0, 100],
  [0, 0, 0, 0],
  [7, 8, 9, 200],
] as const

function laidOver(replaces: boolean, parts = [{ x: 0, y: 0, width: 2, height: 2 }]) {
  const [from, to] = [quarters(), target(2, 2)]
  const copy = new Copy(from, parts, { replaces })
  const container = new Container({ children: [copy.mesh] })
  renderer.render({ container, target: to, clear: true, clearColor: [0, 0, 1, 1] })
  const pixels = [...bytesOf(renderer, to)]
  copy.destroy()
  for (const texture of [from, to]) texture.destroy(true)
  return pixels
}

it('copying a texture gives equal pixels', () => {
  expect(laidOver(true)).toEqual(COLORS.flat())
})

it('copying a texture with blending composites the source over the target', () => {
  expect(laidOver(false)).toEqual([255, 0, 0, 255, 0, 100, 155, 255, 0, 0, 255, 255, 7, 8, 64, 255])
})

it('copying parts of a texture changes only those parts of the target', () => {
  const bare = [0, 0, 255, 255]
  const [upper, lower] = [
    { x: 1, y: 0, width: 1, height: 1 },
    { x: 0, y: 1, width: 1, height: 1 },
  ]
  expect(laidOver(true, [upper])).toEqual([...bare, ...COLORS[1], ...bare, ...bare])
  expect(laidOver(true, [upper, lower])).toEqual([...bare, ...COLORS[1], ...COLORS[2], ...bare])
  expect(laidOver(true, [])).toEqual([...bare, ...bare, ...bare, ...bare])
})
