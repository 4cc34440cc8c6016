import { PNG } from 'pngjs'
import { expect, it, vi } from 'vitest'
import { conform, defaults } from '#client/kit/values/fields.ts'
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import { imageBackdrop } from '#client/model/document/backdrop.ts'
import { cropFields } from '#client/model/document/crop.ts'
import { type DocumentSnapshot, emptyDocument, type LayerBase } from '#client/model/document/document.ts'
import { subjectFields } from '#client/render/objects/subjectFields.ts'
import { estimatePicture, exportPicture } from './exportPicture.ts'
import { exportFields } from './exportSettings.ts'
import { makePicture } from './fixtures/pictures.ts'
import { sourceOf } from './fixtures/sourceOf.ts'

const SIZE = { width: 120, height: 80 }
const options = { signal: new AbortController().signal }
const settings = (values: object = {}) => conform(exportFields, values)

const layer = (kind: string): LayerBase => ({ id: kind as LayerId, kind, placement: 'foreground' })
const LAYERS = [layer('background'), layer('text'), { ...defaults(subjectFields), ...layer('subject') }]

const documentOf = (size = SIZE): DocumentSnapshot => ({
  ...emptyDocument(),
  photo: { asset: 'p' as AssetId, name: 'p.png', hasAlpha: false, ...size },
  separation: { matte: 'm' as AssetId, model: 'test', box: { x: 0, y: 0, ...size } },
  layers: Object.fromEntries(LAYERS.map((one) => [one.id, one])),
  order: LAYERS.map(({ id }) => id),
})

/** Returns painter functions that paint an image of noise. Alone, the subject is a box of 50 × 40 px at (30, 20). */
function studio() {
  const stackOf = (doc: DocumentSnapshot) => doc.order.map((id) => ({ id, name: id }))
  const created: { order: readonly string[]; scale: number | undefined }[] = []
  const destroy = vi.fn()
  const createPainter = async (doc: DocumentSnapshot, scale = 1) => {
    created.push({ order: doc.order, scale })
    const size = { width: Math.round(SIZE.width * scale), height: Math.round(SIZE.height * scale) }
    const isAlone = doc.backdrop.type === 'transparent'
    const rgba = makePicture(size, 'noise', true)
    if (isAlone)
      for (let i = 0; i < size.width * size.height; i++) {
        const [x, y] = [(i % size.width) / scale, Math.floor(i / size.width) / scale]
        if (x < 30 || x >= 80 || y < 20 || y >= 60) rgba[4 * i + 3] = 0
      }
    return { ...sourceOf(size, rgba, { opaque: !isAlone }), destroy }
  }
  return { created, destroy, createPainter, stackOf }
}

async function exported(values: object, at = studio()) {
  const file = await exportPicture(documentOf(), settings(values), at, options)
  expect(at.destroy).toHaveBeenCalledTimes(at.created.length)
  if (!file.ok) throw new Error(file.error)
  return file.value
}
const decoded = async (file: Blob) => PNG.sync.read(Buffer.from(await file.arrayBuffer()))

it('exporting at half size renders the image at scale 0.5', async () => {
  const at = studio()
  expect(await decoded(await exported({ size: 'half' }, at))).toMatchObject({ width: 60, height: 40 })
  expect(at.created).toEqual([{ order: ['background', 'text', 'subject'], scale: 0.5 }])
})

it.each([
  ['at the chosen size if it is smaller', { fileWidth: 90, fileHeight: 160 }, 2],
  ['at its own size if it is larger', { fileWidth: 27, fileHeight: 48 }, 1],
])('a cropped photo is exported %s', async (_, size, scale) => {
  const at = studio()
  const crop = { ...defaults(cropFields), format: '9:16', width: 45, height: 80, ...size } as const
  const file = await exportPicture({ ...documentOf(), crop }, settings(), at, options)
  expect(await decoded(file.ok ? file.value : new Blob())).toMatchObject({ width: 45 * scale, height: 80 * scale })
  expect(at.created[0]?.scale).toBe(scale)
})

it("exporting at the subject's resolution enlarges a small background image", async () => {
  const image = imageBackdrop({ asset: 'b' as AssetId, width: 40, height: 40, hasAlpha: false })
  // the canvas is 80 × 80 document px, and the 120 px photo is shown 80 document px wide
  const doc = { ...documentOf(), backdrop: image }
  const scaleOf = async (of: DocumentSnapshot, values: object) => {
    const at = studio()
    await exportPicture(of, settings(values), at, options)
    return at.created[0]?.scale
  }
  expect(await scaleOf(doc, {})).toBe(0.5)
  expect(await scaleOf(doc, { size: 'subject' })).toBe(1.5)
  const large = imageBackdrop({ asset: 'b' as AssetId, width: 400, height: 400, hasAlpha: false })
  expect(await scaleOf({ ...doc, backdrop: large }, { size: 'subject' }), 'a larger background image').toBe(5)
  expect(await scaleOf(documentOf(), { size: 'subject' }), 'no image').toBe(1)
})

it("exporting a cropped subject twice computes the subject's bounds only once", async () => {
  const at = studio()
  const doc = documentOf()
  for (const size of ['original', 'double']) {
    const file = await exportPicture(doc, settings({ content: 'subject', size }), at, options)
    const factor = size === 'double' ? 2 : 1
    const { width, height, data } = await decoded(file.ok ? file.value : new Blob())
    expect([width, height]).toEqual([50 * factor, 40 * factor])
    expect(data.every((value, i) => i % 4 < 3 || value === 255)).toBe(true)
  }
  expect(at.created.map(({ scale }) => scale)).toEqual([1, 1, 2])
  expect(at.created.every(({ order }) => order.join() === 'subject')).toBe(true)
})

it('margins of a preset have the background color', async () => {
  const post = { size: '1080x1080', fitting: 'fit', background: '#0080ff' }
  const opaque = await decoded(await exported(post))
  expect([opaque.width, opaque.height]).toEqual([1080, 1080])
  expect([...opaque.data.subarray(0, 4)]).toEqual([0, 128, 255, 255])
  const open = await decoded(await exported({ ...post, content: 'subject' }))
  expect(open.data[3], 'a transparent px has the alpha 0').toBe(0)
})

it('the estimated size of a small file is its exact size', async () => {
  for (const format of ['png', 'jpeg']) {
    const { size, type } = await exported({ format })
    const estimate = await estimatePicture(documentOf(), settings({ format }), studio(), options)
    expect(estimate).toEqual({ ok: true, value: { size: SIZE, bytes: size } })
    expect(type).toBe(`image/${format}`)
  }
})

it('an image that is too large is rejected before painting', async () => {
  const at = studio()
  const large = documentOf({ width: 8000, height: 6000 })
  const tooLarge = await exportPicture(large, settings({ size: 'own', scale: 400 }), at, options)
  expect(tooLarge).toEqual({ ok: false, error: 'too-large' })
  expect(at.created).toEqual([])
})

it('an export fails without a photo, and an export of the subject fails without a subject', async () => {
  const graphics = studio()
  const subject = settings({ content: 'subject' })
  const without = { ...documentOf(), separation: null }
  expect(await exportPicture(without, subject, graphics, options)).toEqual({ ok: false, error: 'no-subject' })
  const empty = { ...documentOf(), photo: null }
  expect(await exportPicture(empty, settings(), graphics, options)).toEqual({ ok: false, error: 'no-image' })
})
