/** Tests of text boxes, background boxes that fit the text, and the fixed edge of aligned texts. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { AssetId, LayerId } from '#client/kit/base/ids.ts'
import { contains, intersection } from '#client/kit/base/rect.ts'
import { loadFont } from '#client/kit/fonts/load.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import { uprightBox } from '#client/render/kind.ts'
import { atBestPlace, isTextReadable } from './bestPlace.ts'
import { backgroundRadius } from './node.ts'
import { documentOf, layerOf } from './paint/testing.ts'
import { FIRST_PRESET, presetEffect } from './panel/presets.ts'
import { SOLID_LENGTHS, type TextLayer, type TextValues } from './schema.ts'
import {
  backgroundSize,
  fillingSize,
  fillsFrame,
  fitIntoPicture,
  fontSizeOf,
  inkBox,
  paintedBox,
  setFontSize,
  setWords,
  textTransform,
  typedBox,
  wordsOf,
} from './transform.ts'
import { startTyping } from './typing.ts'

beforeAll(() => void loadFont('Inter', 700))

const doc = documentOf({ width: 1000, height: 500 })
const canvas = { width: 1000, height: 500 }
const { frame, background } = layerOf({})
const framed = (values: Partial<TextValues> = {}, size = { width: 400, height: 100 }, wraps = false) =>
  layerOf({ text: 'HELLO', fontSize: 100, frame: { ...frame, enabled: true, ...size, wraps }, ...values })

/** Returns the left and right edges and the size of the letters, document px. */
function ink(layer: ReturnType<typeof layerOf>) {
  const { center, size } = inkBox(layer, canvas)!
  return { left: center.x - size.width / 2, right: center.x + size.width / 2, width: size.width, height: size.height }
}

it('a text box shrinks only a text that is too large', () => {
  expect(fontSizeOf(framed())).toBe(100)
  const layer = framed({ text: 'HELLO WORLD AND ALL' })
  expect(fontSizeOf(layer)).toBeLessThan(100)
  expect(ink(layer).width).toBeCloseTo(400, 3)
  expect(layer.fontSize, 'the stored font size does not change').toBe(100)
})

it('a long line wraps if that allows a larger font size', () => {
  const text = 'HELLO WORLD AND ALL OF YOU'
  const size = { width: 400, height: 200 }
  expect(wordsOf(framed({ text }, size, true)).split('\n').length).toBeGreaterThan(1)
  expect(fontSizeOf(framed({ text }, size, true))).toBeGreaterThan(1.3 * fontSizeOf(framed({ text }, size)))
  expect(wordsOf(framed({ text }, { width: 400, height: 20 }, true)), 'no text fits a box of 20 px').toBe(text)
  expect(wordsOf(framed({ text: 'HI YOU' }, size, true)), 'a line that fits is not wrapped').toBe('HI YOU')
})

it('a text in capitals keeps its capitals with other words', () => {
  const layer = layerOf({ text: 'hello', isUpperCase: true })
  expect(ink(layer)).toEqual(ink(layerOf({ text: 'HELLO' })))
  setWords(layer, 'straße', doc)
  expect(layer.text).toBe('straße')
  expect(ink(layer)).toEqual(ink(layerOf({ text: 'STRASSE' })))
})

it.each([
  ['left', 300],
  ['right', 700],
] as const)("with the alignment %s, the letters touch the text box's edge on that side", (alignment, edge) => {
  for (const text of ['I', 'HELLO', 'HELLO WORLD AND ALL'])
    expect(ink(framed({ text, alignment }))[alignment]).toBeCloseTo(edge, 3)
})

it.each([
  ['the Fit button', (layer: TextLayer) => fitIntoPicture(layer, () => ({ ...doc, layers: { [layer.id]: layer } }))],
  ['the Size slider', (layer: TextLayer) => setFontSize(layer, 60)],
  ['a resize handle', (layer: TextLayer) => textTransform.scaleBy?.(layer, 0.1, structuredClone(layer))],
  ['typed words', (layer: TextLayer) => typedInto(layer, 'MOUNTAINS')],
])('a 3D text resized by %s keeps the proportions of its body', (_, resize) => {
  const layer = layerOf({ text: 'new text', fontSize: 600 })
  layer.threeDEffect = presetEffect(FIRST_PRESET, layer, 2300)
  const ratios = () => SOLID_LENGTHS.map((name) => layer.threeDEffect[name] / layer.fontSize)
  const before = ratios()
  resize(layer)
  expect(layer.fontSize).toBeLessThan(300)
  for (const [i, ratio] of ratios().entries()) expect(ratio).toBeCloseTo(before[i]!, 2)
})

/** Types words into a text without a subject. */
function typedInto(layer: TextLayer, text: string): void {
  startTyping(
    layer,
    () => ({ ...doc, layers: { [layer.id]: layer } }),
    null,
    (change) => change(),
  ).type(text)
}

it('the first words of a new text are shrunk to fit into the image', () => {
  const docWith = (layer: ReturnType<typeof layerOf>) => () => ({ ...doc, layers: { [layer.id]: layer } })
  const typed = ({ text = 'MOUNTAINS', ...values }: Partial<TextValues>, before = 'new text') => {
    const layer = layerOf({ text: before, fontSize: 600, ...values })
    const { type, end } = startTyping(layer, docWith(layer), null, (change) => change())
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
    'a text beside an older text is fitted',
  ).toBeLessThan(600)
})

describe('typing other words into a text at its best place', () => {
  const id = 's' as LayerId
  const now = () => ({
    ...doc,
    layers: { [id]: { id, kind: 'subject', placement: 'foreground' } as const },
    order: [id],
  })
  const size = { width: 1000, height: 500 }
  // the subject covers the right half below y = 100
  const coverage = Uint8Array.from({ length: 5e5 }, (_, i) => (i % 1000 > 500 && i > 1e5 ? 255 : 0))
  const matte: MatteAsset = { kind: 'matte', id: 'm' as AssetId, ...size, coverage }
  const placeOf = ({ fontSize, position, placement }: TextLayer) => ({
    fontSize,
    placement,
    position: { ...position },
  })
  const bestOf = (text: string) => placeOf(atBestPlace(layerOf({ text }), now(), matte))
  const start = (values: Partial<TextValues>) => {
    const layer = layerOf({ text: 'YOUR TITLE', ...bestOf('YOUR TITLE'), ...values })
    return { layer, ...startTyping(layer, now, matte, (change) => change()) }
  }
  const typed = (values: Partial<TextValues>, ...texts: string[]) => {
    const { layer, type, end } = start(values)
    for (const text of texts) type(text)
    end()
    return placeOf(layer)
  }

  it('keeps it behind a subject that leaves only a narrow side of the image free', () => {
    const wide = { ...matte, coverage: coverage.map((_, i) => (i % 1000 > 400 ? 255 : 0)) }
    const best = atBestPlace(layerOf({ text: 'HELLO' }), now(), wide)
    expect(best.placement).toBe('background')
    expect(isTextReadable(best, now(), wide)).toBe(true)
    const whole = { ...matte, coverage: coverage.map(() => 255) }
    expect(atBestPlace(layerOf({ text: 'HELLO' }), now(), whole).placement).toBe('background')
  })

  it('keeps its text box inside the image', () => {
    const text = layerOf({ text: 'HI', frame: { ...layerOf({}).frame, enabled: true, width: 900, height: 100 } })
    const right = { ...matte, coverage: coverage.map((_, i) => (i % 1000 < 600 ? 255 : 0)) }
    const { position, frame } = atBestPlace(text, now(), right)
    expect(10 * position.horizontal + frame.width / 2).toBeCloseTo(1000, 0)
  })

  it('moves the placeholder of a new text to the best place of the first words', () => {
    const box = { ...layerOf({}).frame, enabled: true, width: 400, height: 440, wraps: false, vertical: 'top' } as const
    const typedInto = (values: Partial<TextValues>) => {
      const layer = layerOf({ text: 'new text', fontSize: 600, frame: box, ...values })
      const { type, end } = startTyping(layer, now, matte, (change) => change())
      for (const text of ['MOUNTAINS', 'HI']) type(text)
      end()
      return layer
    }
    const placed = typedInto({})
    expect(placed).toMatchObject({ fontSize: bestOf('HI').fontSize, frame: { enabled: false } })
    expect(isTextReadable(placed, now(), matte)).toBe(true)
    const moved = typedInto({ position: { horizontal: 45, vertical: 50 } })
    expect(moved.frame, 'a text that the user moved keeps its text box').toEqual(box)
  })

  it('moves it to their best place, as an untouched heading', () => {
    expect(typed({}, 'S', '', 'HI'), 'the words are placed from the first place').toEqual(typed({}, 'HI'))
    expect(typed({}, 'HI')).toEqual(
      placeOf(atBestPlace(layerOf({ text: 'HI', ...bestOf('YOUR TITLE') }), now(), matte)),
    )
    expect(typed({}, 'HI').fontSize).toBeGreaterThan(bestOf('YOUR TITLE').fontSize)
    const moved = { position: { horizontal: 30, vertical: 60 } }
    expect(typed(moved, 'HI'), 'a text that the user moved').toEqual({ ...bestOf('YOUR TITLE'), ...moved })
    expect(typed({ fontSize: 40 }, 'HI').fontSize, 'a size that the user has set').toBe(40)
  })

  it('fits a 3D text into the image', () => {
    const layer = layerOf({ text: 'new text', fontSize: 600 })
    layer.threeDEffect = presetEffect(FIRST_PRESET, layer, 2300)
    const { fontSize, position, placement, threeDEffect } = atBestPlace(layer, now(), matte)
    Object.assign(layer, { fontSize, position, placement, threeDEffect })
    const { type, end } = startTyping(layer, now, matte, (change) => change())
    for (const text of ['ENCORE', 'GO', 'MOUNTAINS']) {
      type(text)
      end()
      expect(contains({ x: 0, y: 0, ...size }, uprightBox(typedBox(layer, canvas)!)), text).toBe(true)
      expect(layer.placement === 'foreground' || isTextReadable(layer, now(), matte), text).toBe(true)
    }
  })

  it('keeps its place and size until the user ends the typing', () => {
    const first = bestOf('YOUR TITLE')
    const { layer, type, end } = start({})
    for (const text of ['H', 'HI']) {
      type(text)
      expect(placeOf(layer)).toEqual(first)
    }
    type('A MUCH LONGER TITLE')
    expect(layer.fontSize).toBeLessThan(first.fontSize)
    expect(contains({ x: 0, y: 0, ...size }, uprightBox(typedBox(layer, canvas)!))).toBe(true)
    type('HI')
    expect(placeOf(layer), 'shorter words get the first size again').toEqual(first)
    end()
    expect(placeOf(layer)).toEqual(typed({}, 'HI'))
  })

  it.each([
    ['another control', 'button', true],
    ['the text field', 'textarea', false],
  ])('a press on %s places the words: %s, %s', (_, tag, isPlaced) => {
    const { layer, type } = start({})
    type('HI')
    const pressed = document.body.appendChild(document.createElement(tag))
    pressed.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    pressed.remove()
    expect(placeOf(layer)).toEqual(isPlaced ? typed({}, 'HI') : bestOf('YOUR TITLE'))
  })

  it.each(['HIM', 'HIGH', 'HIGHER'])('%s stays inside the image in the same size while the user types', (text) => {
    const right = { ...matte, coverage: coverage.map((_, i) => (i % 1000 > 400 ? 255 : 0)) }
    const layer = layerOf({ text: 'HI' })
    Object.assign(layer, placeOf(atBestPlace(layer, now(), right)))
    const { fontSize } = layer
    const { type } = startTyping(layer, now, right, (change) => change())
    type(text)
    expect(ink(layer).left).toBeGreaterThanOrEqual(-0.01)
    expect(ink(layer).right).toBeLessThanOrEqual(1000.01)
    if (text === 'HIM') expect(layer.fontSize).toBe(fontSize)
  })
})

it("a text's best place is beside other layers", () => {
  const title = { ...layerOf({ text: 'TITLE', fontSize: 100 }), id: 't' as LayerId }
  const coverage = new Uint8Array(5e5)
  const matte: MatteAsset = { kind: 'matte', id: 'm' as AssetId, ...canvas, coverage }
  const now = { ...doc, layers: { t: title }, order: [title.id] }
  const boxOf = (layer: TextLayer) => uprightBox(paintedBox(layer, canvas)!)
  const best = boxOf(atBestPlace(layerOf({ text: 'WORDS' }), now, matte))
  expect(intersection(best, boxOf(title))).toBeNull()
  expect(contains({ x: 0, y: 0, ...canvas }, best)).toBe(true)
})

it('moving a text by its handles moves its painted centre', () => {
  const layer = framed({ text: 'I', alignment: 'left' })
  const { center } = textTransform.placed(layer, doc)
  expect(center.x).toBeLessThan(350)
  textTransform.moveTo(layer, { x: 600, y: 200 }, doc)
  expect(textTransform.placed(layer, doc).center.x).toBeCloseTo(600, 1)
  expect(textTransform.placed(layer, doc).center.y).toBeCloseTo(200, 1)
})

it('a font size too large for the text box enlarges the box', () => {
  const layer = framed({ text: 'HELLO WORLD AND ALL' })
  setFontSize(layer, 150)
  expect(fontSizeOf(layer)).toBeCloseTo(150, 3)
  expect(layer.frame.width).toBeGreaterThan(400)
})

it('a background box that fits the text is larger than the text by its padding', () => {
  const box = { ...background, enabled: true, fitsText: true, paddingX: 50, paddingY: 20 }
  const layer = layerOf({ text: 'Hi', fontSize: 100, background: box })
  const [short, long] = [backgroundSize(layer), backgroundSize({ ...layer, text: 'How leopards hunt' })]
  expect(short.height).toBe(160)
  expect(short.width - ink(layer).width).toBeGreaterThan(95)
  expect(long.width - ink({ ...layer, text: 'How leopards hunt' }).width).toBeGreaterThan(95)
  expect(long.height).toBe(160)
})

it.each([
  ['behind the subject fills its text box again', 'background', 1, true],
  ['in front of the subject keeps its size', 'foreground', 1, false],
  ['behind the subject keeps a size that the user has reduced', 'background', 0.5, false],
] as const)('a text with a shorter word %s', (_, placement, share, isFilled) => {
  const layer = { ...framed({ text: 'HELLO WORLD' }), placement }
  layer.fontSize = share * fillingSize(layer)
  const before = fontSizeOf(layer)
  const fills = fillsFrame(layer)
  for (const text of ['', 'H', 'HEY']) setWords(layer, text, doc, fills)
  expect(fontSizeOf(layer)).toBeCloseTo(isFilled ? fillingSize(layer) : before, 3)
  expect(fillingSize(layer)).toBeGreaterThan(1.3 * before)
})

it.each(['left', 'right'] as const)("longer words don't move the %s edge of a text without a text box", (alignment) => {
  const layer = layerOf({ text: 'HI', fontSize: 50, alignment })
  const before = ink(layer)[alignment]
  setWords(layer, 'HI THERE, ALL OF YOU, HI', doc)
  expect(Math.abs(ink(layer)[alignment] - before)).toBeLessThan(3)
  expect(layer.fontSize).toBe(50)
})

it("longer words don't move the centre of a centred text", () => {
  const layer = layerOf({ text: 'HI', fontSize: 50 })
  setWords(layer, 'HI THERE', doc)
  expect(layer.position).toEqual({ horizontal: 50, vertical: 50 })
})

it.each([
  ['of one line is a pill', 'PRICE', true],
  ['of many lines keeps the letters out of the rounded corners', Array(8).fill('NINETY LETTERS').join('\n'), false],
])('a background box fitted to a text %s', (_, text, isPill) => {
  const label = { ...background, enabled: true, fitsText: true, paddingX: 60, paddingY: 30, borderRadius: 50 }
  const layer = layerOf({ text, fontSize: 20, background: label })
  const [radius, box, letters] = [backgroundRadius(layer), backgroundSize(layer), ink(layer)]
  expect(radius >= Math.min(50, box.height / 2)).toBe(isPill)
  const [p, q] = [(box.width - letters.width) / 2, (box.height - letters.height) / 2]
  if (!isPill) expect(Math.hypot(radius - p, radius - q)).toBeLessThanOrEqual(radius + 1e-6)
})
