import { expect, it } from 'vitest'
import { contains } from '#client/kit/geometry/rect.ts'
import { defaults } from '#client/kit/values/fields.ts'
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import type { BitmapAsset, MatteAsset } from '#client/model/assets/store.ts'
import { type Backdrop, colorBackdrop, imageBackdrop } from '#client/model/document/backdrop.ts'
import { type Document, type DocumentSnapshot, emptyDocument, type Placement } from '#client/model/document/document.ts'
import { maskEditFields } from '#client/model/document/maskEdits.ts'
import { tuneFields } from '#shaders/tune/enhancements.ts'
import { asLifted, liftedLayers, restOfSubject } from '../objects/lifted.ts'
import { subjectFields } from '../objects/subjectFields.ts'
import {
  type BranchPicture,
  backgroundBranch,
  isFilled,
  neededFill,
  objectBranch,
  paintedArea,
  paintedParts,
  subjectBranch,
} from './branches.ts'

function documentOf(kinds: [string, Placement][], edit?: (doc: Document) => void): DocumentSnapshot {
  const doc = emptyDocument()
  doc.photo = { asset: 'a' as AssetId, name: 'a.jpg', width: 4, height: 4, hasAlpha: false }
  doc.separation = { matte: 'm' as AssetId, model: 'test', box: { x: 0, y: 0, width: 4, height: 4 } }
  for (const [kind, placement] of kinds) {
    const fields = kind === 'subject' ? defaults(subjectFields) : {}
    doc.layers[kind as LayerId] = { ...fields, id: kind as LayerId, kind, placement }
    doc.order.push(kind as LayerId)
  }
  edit?.(doc)
  return doc as DocumentSnapshot
}

const PHOTO: [string, Placement][] = [
  ['background', 'background'],
  ['subject', 'foreground'],
]

it('the subject is painted separately when a layer lies between subject and background', () => {
  const doc = documentOf([...PHOTO, ['text', 'background']])
  expect(subjectBranch(doc)?.role).toBe('SUBJECT')
  expect(backgroundBranch(doc)?.role).toBe('BEHIND')
})

it('subject and background are painted together when no layer lies between them', () => {
  for (const doc of [documentOf(PHOTO), documentOf([...PHOTO, ['text', 'foreground']])]) {
    expect(subjectBranch(doc)).toBeNull()
    expect(backgroundBranch(doc)?.role).toBe('WHOLE')
  }
})

it('the subject is painted separately if the subject and the background have different enhancements', () => {
  const doc = documentOf(PHOTO, ({ tune }) => {
    tune.foreground.exposure = 20
  })
  expect(subjectBranch(doc)?.set.exposure).toBe(20)
  expect(backgroundBranch(doc)?.set.exposure).toBe(0)
})

it.each<Backdrop>([
  { type: 'transparent' },
  colorBackdrop(),
  imageBackdrop({ asset: 'i' as AssetId, width: 8, height: 2, hasAlpha: false }),
])('a photo with a background of type $type paints only the subject', (backdrop) => {
  const doc = documentOf(PHOTO, (edited) => {
    edited.backdrop = backdrop
  })
  expect(subjectBranch(doc)?.role).toBe('SUBJECT')
  expect(backgroundBranch(doc)).toBeNull()
})

it('until the subject is found, the photo is painted with the enhancements of the whole image', () => {
  const doc = documentOf(PHOTO, (edited) => {
    edited.separation = null
    edited.tune.image.fade = 30
  })
  expect(backgroundBranch(doc)).toMatchObject({ role: 'WHOLE', set: { fade: 30 } })
  expect(subjectBranch(doc)).toBeNull()
})

const FILL = { enabled: true, seed: 0, strokes: [] }

function withSubject(fields: object, edit?: (doc: Document) => void) {
  return documentOf(PHOTO, (doc) => {
    Object.assign(doc.layers['subject' as LayerId] as object, fields)
    edit?.(doc)
  })
}

it('the background is filled only while the subject is moved, resized or hidden', () => {
  expect(backgroundBranch(withSubject({}))).not.toHaveProperty('fill')
  expect(subjectBranch(withSubject({}))).toBeNull()
  for (const fields of [{ foregroundPosition: { x: 0.1, y: 0 } }, { foregroundSize: 99 }, { isHidden: true }])
    expect(backgroundBranch(withSubject(fields))).toMatchObject({ role: 'WHOLE', fill: FILL })
  expect(subjectBranch(withSubject({ foregroundSize: 99 }))?.role).toBe('SUBJECT')
})

it('with the background fill off, the original photo shows behind a moved subject', () => {
  const doc = withSubject({ foregroundSize: 50, fill: { ...FILL, enabled: false } })
  expect(backgroundBranch(doc)).toEqual({ role: 'WHOLE', set: doc.tune.background })
})

it('a background color behind a resized subject is not filled', () => {
  const doc = withSubject({ foregroundSize: 50 }, (edited) => {
    edited.backdrop = colorBackdrop()
  })
  expect(neededFill(doc)).toBeNull()
})

const OBJECT = {
  lifted: { matte: 'o', home: 'background' },
  position: { x: 0, y: 0 },
  size: 100,
  opacity: 100,
  shadow: { enabled: false },
  tune: { isOwn: false },
  mend: defaults(maskEditFields),
  fill: FILL,
}
type Values = Record<string, unknown>

/** Returns a document with a photo and these layers, back to front. A layer with values is a lifted object. */
function withObjects(layers: [string, Placement, Values?][], edit?: (doc: Document) => void) {
  return documentOf([...PHOTO, ...layers.map(([name, side]): [string, Placement] => [name, side])], (doc) => {
    for (const [name, , values] of layers)
      if (values) Object.assign(doc.layers[name as LayerId] as object, { kind: 'object' }, OBJECT, values)
    edit?.(doc)
  })
}
const from = (home: 'subject' | 'background', values: Values = {}): Values => ({
  lifted: { matte: home, home },
  ...values,
})
const objectIn = (doc: DocumentSnapshot, name: string) => objectBranch(doc, asLifted(doc.layers[name as LayerId])!)

it("an unmoved object isn't painted separately if no layer lies between it and the photo", () => {
  const doc = withObjects([
    ['dog', 'background', from('background')],
    ['hat', 'foreground', from('subject')],
    ['text', 'foreground'],
  ])
  expect([objectIn(doc, 'dog'), objectIn(doc, 'hat'), subjectBranch(doc)]).toEqual([null, null, null])
  expect(backgroundBranch(doc)).toEqual({ role: 'WHOLE', set: doc.tune.background })
})

it('an unmoved object over another layer is painted separately', () => {
  const doc = withObjects([
    ['below', 'background'],
    ['dog', 'background', from('background')],
    ['hat', 'foreground', from('subject')],
  ])
  expect(objectIn(doc, 'dog')).toEqual({ role: 'SUBJECT', set: doc.tune.background })
  expect(objectIn(doc, 'hat'), 'the subject paints the object').toBeNull()
  expect(backgroundBranch(doc)).toEqual({ role: 'BEHIND', set: doc.tune.background })
  const behind = withObjects([
    ['hat', 'background', from('subject')],
    ['twin', 'background'],
  ])
  expect(objectIn(behind, 'hat')?.role).toBe('SUBJECT')
  const over = withObjects([
    ['text', 'foreground'],
    ['hat', 'foreground', from('subject')],
  ])
  expect(objectIn(over, 'hat')).toEqual({ role: 'SUBJECT', set: over.tune.foreground })
  expect(subjectBranch(over)).toBeNull()
})

it.each<[string, Values]>([
  ['moved', { position: { x: 0.1, y: 0 } }],
  ['resized', { size: 99 }],
  ['rotated', { rotation: 5 }],
  ['mirrored', { flip: { horizontal: true, vertical: false } }],
  ['hidden', { isHidden: true }],
  ['translucent', { opacity: 50 }],
  ['blended', { blendMode: 'multiply' }],
])('an object that is %s leaves a filled hole unless its fill is turned off', (_, values) => {
  const doc = withObjects([['dog', 'background', from('background', values)]])
  expect(backgroundBranch(doc)?.fill).toEqual(FILL)
  expect(isFilled(doc, 'dog' as LayerId)).toBe(true)
  const off = withObjects([['dog', 'background', from('background', { ...values, fill: { ...FILL, enabled: false } })]])
  expect(backgroundBranch(off)).not.toHaveProperty('fill')
  expect(isFilled(off, 'dog' as LayerId)).toBe(false)
})

it('over a background color, the hole of an object erased from the subject is filled', () => {
  const branchWith = (home: 'subject' | 'background', values: Values) =>
    subjectBranch(
      withObjects([['spoon', 'foreground', from(home, values)]], (doc) => {
        doc.backdrop = colorBackdrop()
      }),
    )
  expect(branchWith('subject', { isHidden: true })?.fill).toEqual(FILL)
  expect(branchWith('subject', {})).not.toHaveProperty('fill')
  expect(branchWith('background', { isHidden: true })).not.toHaveProperty('fill')
})

it('the background is not filled until all copies of an object are moved', () => {
  const doc = withObjects([
    ['dog', 'background', from('background')],
    ['copy', 'background', from('background', { position: { x: 20, y: 0 } })],
  ])
  expect(backgroundBranch(doc)).not.toHaveProperty('fill')
  expect(objectIn(doc, 'copy')?.role).toBe('SUBJECT')
})

it("copying a moved object doesn't change how its hole is filled", () => {
  const away = { position: { x: 20, y: 0 } }
  const doc = withObjects([
    ['dog', 'background', from('background', away)],
    ['copy', 'background', from('background', { ...away, fill: { ...FILL, seed: 3, enabled: false } })],
  ])
  expect(backgroundBranch(doc)?.fill).toEqual(FILL)
  expect(['dog', 'copy'].map((id) => isFilled(doc, id as LayerId))).toEqual([true, false])
})

it('the background fill covers the holes of the subject and of objects together', () => {
  const doc = withObjects(
    [['dog', 'background', from('background', { isHidden: true, fill: { ...FILL, seed: 3 } })]],
    ({ layers }) =>
      Object.assign(layers['subject' as LayerId] as object, { isHidden: true, fill: { ...FILL, seed: 4 } }),
  )
  expect(backgroundBranch(doc)?.fill).toEqual({ enabled: true, seed: 7, strokes: [] })
})

it('the subject is painted without an object that is painted separately', () => {
  const restOf = (values: Values) => {
    const doc = withObjects([['hat', 'foreground', { ...values, lifted: { matte: 'hat', home: 'subject', box: {} } }]])
    return restOfSubject(doc, liftedLayers(doc)[0]!)
  }
  expect(restOf({})).toBeNull()
  expect(restOf({ shadow: { enabled: true } })).toBe('beside')
  expect(restOf({ isHidden: true })).toBe('without')
})

it('an object without its own enhancements uses the enhancements of the subject or the background', () => {
  const own = { isOwn: true, exposure: 40 }
  const doc = withObjects([
    ['dog', 'foreground', from('background', { shadow: { enabled: true } })],
    ['hat', 'foreground', from('subject', { tune: own })],
  ])
  expect(objectIn(doc, 'dog')?.set).toBe(doc.tune.background)
  expect(objectIn(doc, 'hat')?.set).toEqual(own)
  expect(subjectBranch(doc), 'the background paints the rest of the object').toBeNull()
  expect(backgroundBranch(doc)?.role).toBe('BEHIND')
})

it('over a background color, an unmoved object is painted without a fill', () => {
  const doc = withObjects([['dog', 'background', from('background')]], (edited) => {
    edited.backdrop = colorBackdrop()
  })
  expect(objectIn(doc, 'dog')?.role).toBe('SUBJECT')
  expect(backgroundBranch(doc)).toBeNull()
})

const SIZE = { width: 90, height: 70 }

/** Returns a branch with only the sizes of photo and matte, and the matte's coverage. */
function pictureOf(isCovered: (x: number, y: number) => boolean, blur = 0, role: 'SUBJECT' | 'WHOLE' = 'SUBJECT') {
  const coverage = Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, i) =>
    Number(isCovered(i % SIZE.width, Math.floor(i / SIZE.width))),
  )
  const photo = { kind: 'bitmap', ...SIZE } as BitmapAsset
  const matte = { kind: 'matte', ...SIZE, coverage } as MatteAsset
  const branch = { role, set: { ...defaults(tuneFields), blur } } as const
  return { photo, matte, branch, isOverItself: false } satisfies BranchPicture
}

const isBust = (x: number, y: number) => y > 20 && y < 60 && Math.abs(x - 45) < (y < 40 ? 4 : 30)

it.each([
  [1, 0],
  [1.3, 0],
  [1.9, 3],
  [4.7, 2],
])('paintedParts lie within paintedArea (%f photo px per texel, blur of %f px)', (texel, blur) => {
  const picture = pictureOf(isBust, blur)
  const area = paintedArea(picture, texel)!
  const parts = paintedParts(picture, texel)
  for (const part of parts) expect(contains(area, part), JSON.stringify(part)).toBe(true)
  const px = parts.reduce((sum, { width, height }) => sum + width * height, 0)
  expect(px).toBeLessThan(area.width * area.height)
  expect(Math.min(...parts.map(({ y }) => y))).toBe(area.y)
  expect(Math.max(...parts.map(({ y, height }) => y + height))).toBe(area.y + area.height)
})

it('paintedParts of an empty matte are empty', () => {
  expect(paintedParts(pictureOf(isBust, 0, 'WHOLE'), 1)).toEqual([{ x: 0, y: 0, ...SIZE }])
  expect(
    paintedParts(
      pictureOf(() => false),
      1,
    ),
  ).toEqual([])
})
