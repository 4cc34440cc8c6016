import { expect, it } from 'vitest'
import { defaults } from '#client/kit/values/fields.ts'
import { browserCanvas, type MakeCanvas } from '#client/render/canvas2d/rasterize.ts'
import { type TextValues, textFields } from '../schema.ts'
import { paintedBox } from '../transform.ts'
import { differences, documentOf, inkOf, layerOf, SIZE, textStudio, WHOLE } from './testing.ts'

const studio = textStudio()

const effect = (change: Partial<TextValues['threeDEffect']> = {}): TextValues['threeDEffect'] => ({
  ...defaults(textFields.threeDEffect.fields),
  enabled: true,
  rotateX: 15,
  rotateY: -30,
  depth: 40,
  shadowOpacity: 0,
  extrudeColor: '#ff0000',
  ...change,
})

const solid = (values: Partial<TextValues> = {}): Partial<TextValues> => ({
  text: 'Hi',
  fontSize: 160,
  color: '#ffffff',
  threeDEffect: effect(),
  ...values,
})

/** Counts the white pixels of the front and the red pixels of the sides. */
function colors({ pixels }: { pixels: Uint8ClampedArray }) {
  let [front, walls] = [0, 0]
  for (let i = 0; i < pixels.length; i += 4) {
    const [red = 0, green = 0, , alpha] = pixels.subarray(i, i + 4)
    if (alpha === 255 && green > 150) front++
    if (alpha === 255 && red > 40 && green === 0) walls++
  }
  return { front, walls }
}

it("3D text has a front in the text's color and sides in the extrusion color", async () => {
  const { front, walls } = colors(await studio.paint(solid()))
  expect(front).toBeGreaterThan(1500)
  expect(walls).toBeGreaterThan(500)
})

it.each([
  ['flat text', false],
  ['rotated 3D text', true],
])('the painted box of %s is within 2 px of the painted pixels', async (_, enabled) => {
  const layer = layerOf(
    solid({ text: 'HH', position: { horizontal: 40, vertical: 50 }, threeDEffect: effect({ enabled }) }),
  )
  const { center, size } = paintedBox(layer, SIZE)!
  const { left, top, right, bottom } = inkOf(await studio.paintWith(studio.node(), layer))
  expect(Math.abs(center.x - size.width / 2 - left)).toBeLessThan(2)
  expect(Math.abs(center.x + size.width / 2 - right - 1)).toBeLessThan(2)
  expect(Math.abs(center.y - size.height / 2 - top)).toBeLessThan(2)
  expect(Math.abs(center.y + size.height / 2 - bottom - 1)).toBeLessThan(2)
})

it("rotating, resizing or recoloring 3D text doesn't rebuild its mesh", async () => {
  const node = studio.node()
  await studio.paintWith(node, layerOf(solid()))
  const frame = { region: WHOLE, scale: 1, isDraft: true }
  expect(node.update(layerOf(solid({ threeDEffect: effect({ rotateY: 50 }) })), frame, documentOf())).toBeUndefined()
  expect(node.update(layerOf(solid({ fontSize: 200 })), frame, documentOf())).toBeUndefined()
  expect(node.update(layerOf(solid({ fontSize: 200, color: '#00ff00' })), frame, documentOf())).toBeUndefined()
  const shot = await studio.paintWith(node, layerOf(solid({ fontSize: 200, color: '#00ff00' })), { isDraft: true })
  expect(colors(shot).front).toBeGreaterThan(1500)
})

it('3D text is painted from the existing mesh right after a zoom', async () => {
  const node = studio.node()
  await studio.paintWith(node, layerOf(solid()), { scale: 0.25 })
  const settled = node.update(layerOf(solid()), { region: WHOLE, scale: 1, isDraft: false }, documentOf())
  expect(settled).toBeInstanceOf(Promise)
  const early = studio.render(node)
  await settled
  const late = studio.render(node)
  const fresh = await studio.paint(solid())
  for (const side of ['left', 'top', 'right', 'bottom'] as const)
    expect(Math.abs(inkOf(early)[side] - inkOf(fresh)[side])).toBeLessThanOrEqual(4)
  expect(differences(early.pixels, fresh.pixels)).toBeGreaterThan(100)
  expect(differences(late.pixels, fresh.pixels)).toBe(0)
})

it('3D text is shown from the front only while the user types', async () => {
  const node = studio.node()
  const typing = { ...layerOf(solid()), isFlat: true }
  const built = node.update(typing, { region: WHOLE, scale: 1, isDraft: false }, documentOf())
  const flat = colors(studio.render(node))
  expect(flat.walls, 'the letters appear without their depth').toBe(0)
  expect(flat.front).toBeGreaterThan(1500)
  await built
  const shot = studio.render(node)
  expect(colors(shot).walls).toBeGreaterThan(100)
  const [typed, plain] = [inkOf(shot), inkOf(await studio.paint(solid({ threeDEffect: effect({ enabled: false }) })))]
  for (const side of ['left', 'right'] as const) expect(Math.abs(typed[side] - plain[side])).toBeLessThan(8)
  expect(node.update(layerOf(solid()), { region: WHOLE, scale: 1, isDraft: false }, documentOf())).toBeUndefined()
  expect(colors(studio.render(node)).walls).toBeGreaterThan(500)
})

it("a gesture doesn't reduce the quality of unchanged 3D text", async () => {
  const node = studio.node()
  const fine = await studio.paintWith(node, layerOf(solid()))
  const during = await studio.paintWith(node, layerOf(solid()), { isDraft: true })
  expect(differences(fine.pixels, during.pixels)).toBe(0)
  const turned = layerOf(solid({ threeDEffect: effect({ rotateY: -31 }) }))
  const coarse = await studio.paintWith(node, turned, { isDraft: true })
  expect(differences(coarse.pixels, (await studio.paintWith(node, turned)).pixels)).toBeGreaterThan(50)
})

it("text is painted flat if its 3D mesh can't be built", async () => {
  studio.reports.length = 0
  let calls = 0
  const node = studio.node({
    makeCanvas: (width, height) => {
      if (calls++ === 0) throw new RangeError('out of memory')
      return new OffscreenCanvas(width, height)
    },
  })
  const shot = await studio.paintWith(node, layerOf(solid()))
  await studio.paintWith(node, layerOf(solid({ opacity: 90 })))
  expect(studio.reports).toEqual(['layer-failed'])
  expect(colors(shot).walls).toBe(0)
  expect(inkOf(shot).count).toBeGreaterThan(2000)
})

it("turning off the 3D effect or destroying the layer's node destroys the 3D textures", async () => {
  const before = studio.textures()
  const node = studio.node()
  await studio.paintWith(node, layerOf({ text: 'Hi' }))
  const flat = studio.textures()
  await studio.paintWith(node, layerOf(solid({ threeDEffect: effect({ shadowOpacity: 0.5 }) })))
  await studio.paintWith(node, layerOf({ text: 'Hi' }))
  expect(studio.textures()).toBe(flat)
  node.destroy()
  expect(studio.textures()).toBe(before)
})

it("moving 3D text doesn't rebuild its mesh", async () => {
  const moved = (horizontal: number) => layerOf(solid({ position: { horizontal, vertical: 50 } }))
  const frame = { region: WHOLE, scale: 1, isDraft: true }
  const paintAt = async (...places: number[]) => {
    let canvases = 0
    const makeCanvas: MakeCanvas = (width, height) => {
      canvases++
      return browserCanvas(width, height)
    }
    const node = studio.node({ makeCanvas })
    await Promise.all(places.map((at) => node.update(moved(at), frame, documentOf())))
    return { node, canvases }
  }
  const { node, canvases } = await paintAt(10, 20, 30, 40)
  expect(canvases).toBe((await paintAt(10)).canvases)
  const [dragged, still] = [inkOf(studio.render(node)), inkOf(await studio.paint(moved(40)))]
  expect(Math.abs(dragged.left - still.left)).toBeLessThanOrEqual(1)
  expect(Math.abs(dragged.right - still.right)).toBeLessThanOrEqual(1)
})
