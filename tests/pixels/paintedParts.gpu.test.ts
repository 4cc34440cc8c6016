/** Tests that a cutout is painted only where its matte, blur or filtering can have an effect. */
import { Container, type Mesh, type MeshGeometry } from 'pixi.js'
import { expect, it } from 'vitest'
import { liveFonts } from '#client/kit/fonts/fonts.ts'
import { defaults } from '#client/kit/values/fields.ts'
import { AssetStore } from '#client/model/assets/store.ts'
import type { BranchPicture } from '#client/render/photo/branches.ts'
import { PhotoBranch } from '#client/render/photo/PhotoBranch.ts'
import { placeBoxes } from '#shaders/lib/quad.ts'
import { tuneFields } from '#shaders/tune/enhancements.ts'
import { atEnd, noise, putBitmap, rendered, sharedRenderer } from '../helpers/gpu.ts'
import { rasterised } from '../helpers/rasterised.ts'

const SIZE = { width: 120, height: 160 }

const renderer = await sharedRenderer()
const assets = new AssetStore()
atEnd(() => assets.destroy())

/** Draws a head with a soft edge over sloping shoulders, and a spot far away from both. */
const figure = (x: number, y: number) =>
  Math.min(
    Math.hypot(x - 60, y - 40) - 15.4,
    Math.max(70 - y, y - 150, Math.abs(x - 60) - 0.6 * (y - 60)),
    Math.hypot(x - 110, y - 12) - 0.7,
  )

/** Creates a PhotoBranch, which is destroyed at the end of the test. */
function openBranch(): PhotoBranch {
  const branch = new PhotoBranch({ renderer, assets, fonts: liveFonts, report: () => expect.unreachable() })
  atEnd(() => branch.destroy())
  return branch
}

async function pictureOf(hasAlpha: boolean, set: object): Promise<BranchPicture> {
  const next = noise(3)
  const rgba = Uint8ClampedArray.from({ length: SIZE.width * SIZE.height * 4 }, (_, i) =>
    i % 4 === 3 && !hasAlpha ? 255 : next(),
  )
  const photo = assets.bitmap((await putBitmap(assets, rgba, SIZE, hasAlpha)).asset)!
  const coverage = rasterised(SIZE.width, SIZE.height, figure).bytes
  const matte = assets.matte(assets.put({ kind: 'matte', ...SIZE, coverage }))!
  const branch = { role: 'SUBJECT', set: { ...defaults(tuneFields), brightness: 130, ...set } } as const
  return { photo, matte, branch, isOverItself: hasAlpha }
}

it.each([
  ['at the size of the photo', 1, {}, false],
  ['at a third of the size', 1 / 3, {}, false],
  ['at 37 % of the size', 0.37, {}, false],
  ['enlarged', 2.3, {}, false],
  ['translucent', 1, {}, true],
  ['blurred', 1, { blur: 4 }, false],
  ['blurred at a third', 1 / 3, { blur: 9 }, false],
  ['blurred and translucent', 0.6, { blur: 3 }, true],
])(
  'painting a photo (%s) in parts gives the same bytes as painting the photo as a whole',
  async (_, scale, set, hasAlpha) => {
    const branch = openBranch()
    const { view } = branch
    const root = new Container({ children: [view], scale })
    const region = { x: 0, y: 0, ...SIZE }
    await branch.update(await pictureOf(hasAlpha, set), { region, scale, isDraft: false })
    const shot = () => rendered(renderer, root, Math.round(SIZE.width * scale), Math.round(SIZE.height * scale))
    const painted = shot()
    for (const { geometry } of view.children as Mesh<MeshGeometry>[]) {
      expect(geometry.positions.length).toBeGreaterThan(8)
      placeBoxes(geometry, [region])
    }
    expect(painted).toEqual(shot())
    expect(painted.some((value) => value > 0)).toBe(true)
  },
)

it("a branch with an empty matte doesn't paint any pixels", async () => {
  const branch = openBranch()
  const frame = { region: { x: 0, y: 0, ...SIZE }, scale: 1, isDraft: false }
  const picture = await pictureOf(false, {})
  const shot = () => rendered(renderer, branch.view, SIZE.width, SIZE.height) as Uint8Array
  await branch.update(picture, frame)
  expect(shot().some((value) => value > 0)).toBe(true)
  const coverage = new Uint8Array(SIZE.width * SIZE.height)
  const matte = assets.matte(assets.put({ kind: 'matte', ...SIZE, coverage }))!
  await branch.update({ ...picture, matte }, frame)
  expect(shot().every((value) => value === 0)).toBe(true)
  await branch.update(picture, frame)
  expect(shot().some((value) => value > 0)).toBe(true)
  expect(renderer.gl.getError()).toBe(0)
})
