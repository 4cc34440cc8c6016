/** Tests the position and size of a text layer while the user types, and at its best place. */
import { beforeAll, describe, expect, it } from 'vitest'
import { loadFont } from '#client/kit/fonts/load.ts'
import { contains, intersection } from '#client/kit/geometry/rect.ts'
import { defaults } from '#client/kit/values/fields.ts'
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import { createSession, snapshotOf } from '#client/model/session/session.ts'
import { uprightBox } from '#client/render/kind.ts'
import { separationOf } from '#client/render/matting/separation.ts'
import { subjectFields } from '#client/render/objects/subjectFields.ts'
import { SILENT } from '../../../tests/helpers/session.ts'
import { addLayer } from '../actions.ts'
import { atBestPlace, keepReadable, moveToBestPlace } from './bestPlace.ts'
import { frontFlags } from './front.ts'
import { hiddenTexts, isTextReadable } from './hiddenText.ts'
import { documentOf, layerOf } from './paint/testing.ts'
import { FIRST_PRESET, presetEffect } from './panel/presets.ts'
import type { TextLayer, TextValues } from './schema.ts'
import { fitIntoPicture, inkBox, paintedBox, typedBox } from './transform.ts'
import { startTyping } from './typing.ts'
import { wellWoven } from './weave.ts'

beforeAll(() => void loadFont('Inter', 700))

const doc = documentOf({ width: 1000, height: 500 })
const canvas = { width: 1000, height: 500 }

/** Returns the left and right edges and the size of the letters, in document px. */
function ink(layer: ReturnType<typeof layerOf>) {
  const { center, size } = inkBox(layer, canvas)!
  return { left: center.x - size.width / 2, right: center.x + size.width / 2, width: size.width, height: size.height }
}

it('the first text typed into a new layer shrinks to fit the image', () => {
  const docWith = (layer: ReturnType<typeof layerOf>) => () => ({ ...doc, layers: { [layer.id]: layer } })
  const typed = ({ text = 'MOUNTAINS', ...values }: Partial<TextValues>, before = 'new text') => {
    const layer = layerOf({ text: before, fontSize: 600, ...values })
    const { type, end } = startTyping(layer, docWith(layer), null, () => {})
    type('MOUNTAINS')
    type(text)
    end()
    return layer
  }
  const [fitted, byButton] = [typed({}), layerOf({ text: 'MOUNTAINS', fontSize: 600 })]
  fitIntoPicture(byButton, docWith(byButton))
  expect(ink(fitted).left).toBeGreaterThan(0)
  expect(ink(fitted).right).toBeLessThan(1000)
  expect(fitted.fontSize).toBeLessThan(600)
  expect(fitted.fontSize, 'equals the size that the Fit button sets').toBe(byButton.fontSize)
  expect(typed({ text: 'I' }).fontSize, 'a text that fits keeps its size').toBe(600)
  expect(typed({}, 'PEAK').fontSize, 'a text with earlier words keeps its size').toBe(600)
  expect(typed({ fontSize: 700 }).fontSize, 'a size that the user has set is kept').toBe(700)
  expect(
    typed({ position: { horizontal: 40, vertical: 50 } }).fontSize,
    'a text next to an older text is fitted',
  ).toBeLessThan(600)
})

describe('the best place for typed text', () => {
  const id = 's' as LayerId
  const now = () => ({
    ...doc,
    layers: { [id]: { ...defaults(subjectFields), id, kind: 'subject', placement: 'foreground' } as const },
    order: [id],
    separation: { matte: 'm' as AssetId, model: 'test', box: { x: 0, y: 0, ...canvas } },
  })
  const size = canvas
  // the subject covers the right half of the image below y = 100
  const coverage = Uint8Array.from({ length: 5e5 }, (_, i) => (i % 1000 > 500 && i > 1e5 ? 255 : 0))
  const matte: MatteAsset = { kind: 'matte', id: 'm' as AssetId, ...size, coverage }
  const placeOf = ({ fontSize, position, placement, front }: TextLayer) => ({
    fontSize,
    placement,
    front,
    position: { ...position },
  })
  const bestOf = (text: string) => placeOf(atBestPlace(layerOf({ text }), now(), matte))
  const start = (values: Partial<TextValues>) => {
    const layer = layerOf({ text: 'YOUR TITLE', ...bestOf('YOUR TITLE'), ...values })
    return { layer, ...startTyping(layer, now, matte, () => {}) }
  }
  const typed = (values: Partial<TextValues>, ...texts: string[]) => {
    const { layer, type, end } = start(values)
    for (const text of texts) type(text)
    end()
    return placeOf(layer)
  }

  it.each([
    ['behind the subject is hidden', { horizontal: 75, vertical: 60 }, {}, true],
    ['with one hidden letter', { horizontal: 35, vertical: 60 }, { text: 'WINTER' }, true],
    [
      'with one hidden letter moved in front',
      { horizontal: 35, vertical: 60 },
      { text: 'WINTER', front: '5-6' },
      false,
    ],
    ['next to the subject', { horizontal: 25, vertical: 60 }, {}, false],
    ['in front of the subject', { horizontal: 75, vertical: 60 }, { placement: 'foreground' }, false],
    ['in a hidden layer', { horizontal: 75, vertical: 60 }, { isHidden: true }, false],
  ] as const)('hiddenTexts for text %s', (_, position, values, isHidden) => {
    const layer = { ...layerOf({ text: 'HI', fontSize: 100, position: { ...position } }), ...values }
    const { layers, order } = now()
    const docWith = { ...now(), layers: { ...layers, [layer.id]: layer }, order: [layer.id, ...order] }
    expect(hiddenTexts(docWith, matte)).toEqual(isHidden ? [layer.id] : [])
  })

  it("atBestPlace doesn't shrink a heading to fit into a narrow strip next to the subject", () => {
    const wide = { ...matte, coverage: coverage.map((_, i) => (i % 1000 > 400 ? 255 : 0)) }
    const best = atBestPlace(layerOf({ text: 'HELLO' }), now(), wide)
    expect(best.placement).toBe('background')
    const { width } = inkBox(best, size)?.size ?? expect.fail('no letters')
    expect(width, 'a tiny heading in the free corner would be readable').toBeGreaterThan(0.6 * 0.85 * size.width)
    const whole = { ...matte, coverage: coverage.map(() => 255) }
    expect(atBestPlace(layerOf({ text: 'HELLO' }), now(), whole).placement).toBe('background')
  })

  it('atBestPlace places a text box inside the image', () => {
    const text = layerOf({ text: 'HI', frame: { ...layerOf({}).frame, enabled: true, width: 900, height: 100 } })
    const right = { ...matte, coverage: coverage.map((_, i) => (i % 1000 < 600 ? 255 : 0)) }
    const { position, frame } = atBestPlace(text, now(), right)
    expect(10 * position.horizontal + frame.width / 2).toBeCloseTo(1000, 0)
  })

  it.each([
    ['readable text', { vertical: 12 }, {}, true],
    ['text that the subject hides', { vertical: 60 }, {}, false],
    ['text in front of the subject', { vertical: 60 }, { placement: 'foreground' }, null],
    ['3D text', { vertical: 60 }, { threeDEffect: presetEffect(FIRST_PRESET, layerOf({}), 1000) }, null],
  ] as const)('%s stays where it was typed', (_, { vertical }, values, isReadable) => {
    const layer = layerOf({ text: 'new text', fontSize: 600, position: { horizontal: 60, vertical }, ...values })
    let ends = 0
    const { type, end } = startTyping(layer, now, matte, () => ends++)
    type('MOUNTAINS')
    const shown = structuredClone(layer)
    expect(shown.fontSize).toBeLessThan(600)
    if (isReadable !== null) expect(isTextReadable(layer, now(), matte)).toBe(isReadable)
    end()
    expect(layer).toEqual(shown)
    expect(ends).toBe(1)
  })

  it('the first typed text has the size of its best place and no text box', () => {
    const box = { ...layerOf({}).frame, enabled: true, width: 400, height: 440, wraps: false, vertical: 'top' } as const
    const typedInto = (values: Partial<TextValues>) => {
      const layer = layerOf({ text: 'new text', fontSize: 600, frame: box, ...values })
      const { type, end } = startTyping(layer, now, matte, () => {})
      for (const text of ['MOUNTAINS', 'HI']) type(text)
      end()
      return layer
    }
    const placed = typedInto({})
    expect(placed).toMatchObject({ fontSize: bestOf('HI').fontSize, frame: { enabled: false } })
    const moved = typedInto({ position: { horizontal: 45, vertical: 50 } })
    expect(moved.frame, 'a text that the user moved keeps its text box').toEqual(box)
  })

  it('atBestPlace moves letters in front, instead of making the text much smaller, only for a woven heading', () => {
    // the subject covers the middle of the image from top to bottom
    const body = { ...matte, coverage: coverage.map((_, i) => (i % 1000 > 300 && i % 1000 < 700 ? 255 : 0)) }
    expect(atBestPlace(layerOf({ text: 'MOUNTAIN' }), now(), body).front, 'not woven').toBe('')
    const wide = atBestPlace(layerOf({ text: 'MOUNTAIN', front: '1' }), now(), body)
    const { width = 0 } = inkBox(wide, size)?.size ?? {}
    expect(width).toBeGreaterThan(0.8 * size.width)
    expect(frontFlags(wide).filter(Boolean).length % wide.text.length, 'letters on both sides').toBeGreaterThan(0)
    expect(isTextReadable(wide, now(), body)).toBe(true)
    const whole = { ...matte, coverage: coverage.map(() => 255) }
    expect(wellWoven(layerOf({ text: 'HELLO' }), now(), whole), 'not all letters').toBeNull()
    expect(atBestPlace(layerOf({ text: 'HELLO', front: '1' }), now(), whole).front).toBe('')
    const threeDEffect = presetEffect(FIRST_PRESET, layerOf({}), size.width)
    expect(atBestPlace(layerOf({ text: 'MOUNTAIN', front: '1', threeDEffect }), now(), body).front, '3D').not.toBe('')
  })

  it('woven text stays woven if there is no readable place after a crop', () => {
    const whole = { ...matte, coverage: coverage.map(() => 255) }
    const after = layerOf({ text: 'HELLO', front: '1' })
    const [was, later] = ['1-5', '1'].map((front) => ({
      ...now(),
      layers: { ...now().layers, [after.id]: { ...after, front } },
    }))
    keepReadable(after, was!, later!, whole)
    expect(after.front, 'no message says that a crop hides the text').toBe('1-5')
  })

  /** Returns a session, and a function that adds a text layer and moves it to its best place. */
  function placing(coverage: Uint8Array<ArrayBuffer>) {
    const session = createSession(SILENT, { isStrict: true })
    const put = session.assets.put({ kind: 'matte', ...size, coverage })
    session.history.restart(() => {
      session.doc.photo = { asset: 'p' as AssetId, name: 'p.jpg', hasAlpha: false, ...size }
      session.doc.separation = separationOf(session.assets, put, 'test')
    })
    addLayer(session, 'subject')
    const place = (fontSize: number, values: Partial<TextLayer> = {}) => {
      const position = { horizontal: 70, vertical: 70 }
      const added = addLayer(session, 'text', { text: 'HELLO', fontSize, position, ...values })
      moveToBestPlace(session)
      return snapshotOf(session).layers[added!] as unknown as TextLayer
    }
    return { session, place }
  }

  it('Best place weaves text only if the user has already woven the text', () => {
    const { place } = placing(coverage.map((_, i) => (i % 1000 > 300 && i % 1000 < 700 ? 255 : 0)))
    expect(place(600, { text: 'MOUNTAIN', placement: 'background' }).front).toBe('')
    expect(place(600, { text: 'MOUNTAIN', placement: 'background', front: '1' }).front).not.toBe('')
  })

  it("Best place doesn't change a font size that the user has chosen", () => {
    const { session, place } = placing(coverage)
    expect(place(104)).toMatchObject({ fontSize: 104 })
    expect(isTextReadable(place(61), snapshotOf(session), matte)).toBe(true)
    expect(place(600).fontSize, 'the default size is fitted').toBeLessThan(600)
  })

  it('typing into an unchanged heading changes its size but not its place', () => {
    expect(typed({}, 'S', '', 'HI'), 'the words are placed from the first place').toEqual(typed({}, 'HI'))
    expect(typed({}, 'HI').fontSize).toBe(bestOf('HI').fontSize)
    expect(typed({}, 'HI').fontSize).toBeGreaterThan(bestOf('YOUR TITLE').fontSize)
    const moved = { position: { horizontal: 30, vertical: 60 } }
    expect(typed(moved, 'HI'), 'a text that the user moved').toEqual({ ...bestOf('YOUR TITLE'), ...moved })
    expect(typed({ fontSize: 40 }, 'HI').fontSize, 'a size that the user has set').toBe(40)
  })

  it('typing into 3D text fits the text into the image', () => {
    const layer = layerOf({ text: 'new text', fontSize: 600 })
    layer.threeDEffect = presetEffect(FIRST_PRESET, layer, 2300)
    const { fontSize, position, placement, threeDEffect } = atBestPlace(layer, now(), matte)
    Object.assign(layer, { fontSize, position, placement, threeDEffect })
    const { type, end } = startTyping(layer, now, matte, () => {})
    for (const text of ['ENCORE', 'GO', 'MOUNTAINS']) {
      type(text)
      end()
      const image = { x: -0.01, y: -0.01, width: 1000.02, height: 500.02 } // stored positions are rounded
      expect(contains(image, uprightBox(typedBox(layer, canvas)!)), text).toBe(true)
    }
  })

  it('each typed letter changes the font size, but the same text always returns to the same place', () => {
    const { layer, type, end } = start({})
    const center = () => inkBox(layer, canvas)!.center
    const image = { x: -0.01, y: -0.01, width: 1000.02, height: 500.02 } // stored positions are rounded
    for (const text of ['H', 'HI', 'HI T', 'A MUCH LONGER TITLE', 'HI']) {
      type(text)
      expect(layer.fontSize, text).toBe(bestOf(text).fontSize)
      expect(contains(image, uprightBox(typedBox(layer, canvas)!)), text).toBe(true)
    }
    const before = center()
    type('HIT')
    type('HI')
    expect(center(), 'the same words are at the same place').toEqual(before)
    end()
    expect(center()).toEqual(before)
  })

  it.each([
    ['another control', 'button', true],
    ['the text field', 'textarea', false],
  ])('a press on %s ends typing: %s, %s', (_, tag, isEnded) => {
    let ends = 0
    const { type } = startTyping(start({}).layer, now, matte, () => ends++)
    type('HI')
    const pressed = document.body.appendChild(document.createElement(tag))
    pressed.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    pressed.remove()
    expect(ends).toBe(isEnded ? 1 : 0)
  })

  it.each(['HIM', 'HIGH', 'HIGHER'])('%s stays inside the image while the user types', (text) => {
    const right = { ...matte, coverage: coverage.map((_, i) => (i % 1000 > 400 ? 255 : 0)) }
    const layer = layerOf({ text: 'HI' })
    Object.assign(layer, placeOf(atBestPlace(layer, now(), right)))
    const { type } = startTyping(layer, now, right, () => {})
    type(text)
    expect(ink(layer).left).toBeGreaterThanOrEqual(-0.01)
    expect(ink(layer).right).toBeLessThanOrEqual(1000.01)
  })
})

it("atBestPlace doesn't place text over another layer", () => {
  const title = { ...layerOf({ text: 'TITLE', fontSize: 100 }), id: 't' as LayerId }
  const coverage = new Uint8Array(5e5)
  const matte: MatteAsset = { kind: 'matte', id: 'm' as AssetId, ...canvas, coverage }
  const now = { ...doc, layers: { t: title }, order: [title.id] }
  const boxOf = (layer: TextLayer) => uprightBox(paintedBox(layer, canvas)!)
  const best = boxOf(atBestPlace(layerOf({ text: 'WORDS' }), now, matte))
  expect(intersection(best, boxOf(title))).toBeNull()
  expect(contains({ x: 0, y: 0, ...canvas }, best)).toBe(true)
})
