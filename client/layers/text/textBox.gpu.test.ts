/** Tests text boxes, background boxes that fit the text, and the fixed edge of aligned text. */
import { beforeAll, expect, it } from 'vitest'
import { loadFont } from '#client/kit/fonts/load.ts'
import { defaults } from '#client/kit/values/fields.ts'
import { cropFields } from '#client/model/document/crop.ts'
import { backgroundRadius } from './node.ts'
import { documentOf, layerOf } from './paint/testing.ts'
import { FIRST_PRESET, presetEffect } from './panel/presets.ts'
import { SOLID_LENGTHS, type TextLayer, type TextValues } from './schema.ts'
import { backgroundSize, fillingSize, fittedBackground, fontSizeOf, textSize, wordsOf } from './textSize.ts'
import { fitIntoPicture, inkBox, setFontSize, textTransform } from './transform.ts'
import { fillsFrame, setWords, startTyping } from './typing.ts'

beforeAll(() => void loadFont('Inter', 700))

const doc = documentOf({ width: 1000, height: 500 })
const canvas = { width: 1000, height: 500 }
const { frame, background } = layerOf({})
const framed = (values: Partial<TextValues> = {}, size = { width: 400, height: 100 }, wraps = false) =>
  layerOf({ text: 'HELLO', fontSize: 100, frame: { ...frame, enabled: true, ...size, wraps }, ...values })

/** Returns the left and right edges and the size of the letters, in document px. */
function ink(layer: ReturnType<typeof layerOf>) {
  const { center, size } = inkBox(layer, canvas)!
  return { left: center.x - size.width / 2, right: center.x + size.width / 2, width: size.width, height: size.height }
}

it('a text box shrinks its text only if the text is too large', () => {
  expect(fontSizeOf(framed())).toBe(100)
  const layer = framed({ text: 'HELLO WORLD AND ALL' })
  expect(fontSizeOf(layer)).toBeLessThan(100)
  expect(ink(layer).width).toBeCloseTo(400, 3)
  expect(layer.fontSize, 'the stored font size does not change').toBe(100)
})

it('a text box wraps a long line if wrapping allows a larger font size', () => {
  const text = 'HELLO WORLD AND ALL OF YOU'
  const size = { width: 400, height: 200 }
  expect(wordsOf(framed({ text }, size, true)).split('\n').length).toBeGreaterThan(1)
  expect(fontSizeOf(framed({ text }, size, true))).toBeGreaterThan(1.3 * fontSizeOf(framed({ text }, size)))
  expect(wordsOf(framed({ text }, { width: 400, height: 20 }, true)), 'no text fits a box of 20 px').toBe(text)
  expect(wordsOf(framed({ text: 'HI YOU' }, size, true)), 'a line that fits is not wrapped').toBe('HI YOU')
})

it.each([
  ['Khmer', 'ចុះឈ្មោះដើម្បីទទួលបានព័ត៌មានថ្មីៗ'],
  ['Lao', 'ຍິນດີຕ້ອນຮັບສູ່ຮ້ານຂອງພວກເຮົາ'],
  ['Burmese', 'ကျွန်ုပ်တို့၏ဆိုင်မှကြိုဆိုပါသည်'],
  ['Tibetan', 'བཀྲ་ཤིས་བདེ་ལེགས་ཞུ་རྒྱུ་ཡིན'],
])('a text box wraps %s text at more than 0.6 times the font size of Thai text', (_, text) => {
  const size = { width: 400, height: 180 }
  const thai = framed({ text: 'ยินดีต้อนรับสู่ร้านของเราวันนี้', fontSize: 500 }, size, true)
  const layer = framed({ text, fontSize: 500 }, size, true)
  expect(wordsOf(layer)).toContain('\n')
  expect(fontSizeOf(layer)).toBeGreaterThan(0.6 * fontSizeOf(thai))
})

it('a text box hyphenates a long German word before shrinking the text', async () => {
  const text = 'Donaudampfschifffahrtsgesellschaft'
  const size = { width: 400, height: 200 }
  await loadFont('Inter', 700, text)
  const divided = framed({ text, fontSize: 500 }, size, true)
  expect(wordsOf(divided)).toMatch(/^Donau.*-\n/)
  expect(fontSizeOf(divided)).toBeGreaterThan(2 * fontSizeOf(framed({ text, fontSize: 500 }, size)))
  expect(divided.text).toBe(text)
})

it('text in capitals stays in capitals after an edit', () => {
  const layer = layerOf({ text: 'hello', isUpperCase: true })
  expect(ink(layer)).toEqual(ink(layerOf({ text: 'HELLO' })))
  setWords(layer, 'straße', doc)
  expect(layer.text).toBe('straße')
  expect(ink(layer)).toEqual(ink(layerOf({ text: 'STRASSE' })))
})

it('a hidden layer without text is shown when it gets text', () => {
  const layer = { ...layerOf({ text: ' ' }), isHidden: true as const }
  setWords(layer, '', doc)
  expect(layer.isHidden).toBe(true)
  setWords(layer, 'SALE', doc)
  expect(layer.isHidden).toBeUndefined()
})

it.each([
  ['left', 300],
  ['right', 700],
] as const)("with the alignment %s, the letters touch the text box's edge on that side", (alignment, edge) => {
  for (const text of ['I', 'HELLO', 'HELLO WORLD AND ALL'])
    expect(ink(framed({ text, alignment }))[alignment]).toBeCloseTo(edge, 3)
})

it('in a mirrored image, typing keeps the left edge of left-aligned text', () => {
  const layer = layerOf({ text: 'I', fontSize: 100, alignment: 'left' })
  const mirroredDoc = { ...doc, crop: { ...defaults(cropFields), isMirrored: true } }
  /** The letters' left edge as displayed. The composition and the letters are mirrored. */
  const left = () => {
    const { center, size } = textTransform.placed(layer, mirroredDoc)
    return 1000 - center.x - size.width / 2
  }
  const before = left()
  setWords(layer, 'HELLO', mirroredDoc)
  expect(left()).toBeCloseTo(before, 0)
})

it.each([
  ['the Fit button', (layer: TextLayer) => fitIntoPicture(layer, () => ({ ...doc, layers: { [layer.id]: layer } }))],
  ['the Size slider', (layer: TextLayer) => setFontSize(layer, 60)],
  ['a resize handle', (layer: TextLayer) => textTransform.scaleBy?.(layer, 0.1, structuredClone(layer))],
  ['typed words', (layer: TextLayer) => typedInto(layer, 'MOUNTAINS')],
])("resizing 3D text by %s doesn't change the proportions of its body", (_, resize) => {
  const layer = layerOf({ text: 'new text', fontSize: 600 })
  layer.threeDEffect = presetEffect(FIRST_PRESET, layer, 2300)
  const ratios = () => SOLID_LENGTHS.map((name) => layer.threeDEffect[name] / layer.fontSize)
  const before = ratios()
  resize(layer)
  expect(layer.fontSize).toBeLessThan(300)
  for (const [i, ratio] of ratios().entries()) expect(ratio).toBeCloseTo(before[i]!, 2)
})

/** Types text into a layer of a document without a subject. */
function typedInto(layer: TextLayer, text: string): void {
  startTyping(
    layer,
    () => ({ ...doc, layers: { [layer.id]: layer } }),
    null,
    () => {},
  ).type(text)
}

it('moving the text in a text box moves the painted letters to the given point', () => {
  const layer = framed({ text: 'I', alignment: 'left' })
  const { center } = textTransform.placed(layer, doc)
  expect(center.x).toBeLessThan(350)
  textTransform.moveTo(layer, { x: 600, y: 200 }, doc)
  expect(textTransform.placed(layer, doc).center.x).toBeCloseTo(600, 1)
  expect(textTransform.placed(layer, doc).center.y).toBeCloseTo(200, 1)
})

it('setting a font size too large for the text box enlarges the box', () => {
  const layer = framed({ text: 'HELLO WORLD AND ALL' })
  setFontSize(layer, 150)
  expect(fontSizeOf(layer)).toBeCloseTo(150, 3)
  expect(layer.frame.width).toBeGreaterThan(400)
})

it('a background box that the user turns on encloses text in a text box', () => {
  const box = { ...background, enabled: true, fitsText: false, paddingX: 100 }
  const layer = framed({ text: 'HELLO WORLD AND ALL', background: box })
  const { width } = textSize(layer)
  expect(fittedBackground(layer).width).toBeCloseTo(width + 2 * fontSizeOf(layer), -1)
})

it('a background box with negative padding and a small line height is empty, and the text keeps its effects', () => {
  const box = { ...background, enabled: true, fitsText: true, paddingX: -50, paddingY: -50, borderRadius: 50 }
  const layer = layerOf({ text: 'Hi', fontSize: 100, lineHeight: 0.5, background: box })
  expect(backgroundSize(layer).height).toBe(0)
  const context = new OffscreenCanvas(10, 10).getContext('2d')!
  const { width, height } = backgroundSize(layer)
  expect(() => context.roundRect(0, 0, width, height, backgroundRadius(layer))).not.toThrow()
  expect(inkBox(framed({ lineHeight: 0.5, background: box }), canvas)).not.toBeNull()
})

it('a background box that fits its text adds the padding on each side', () => {
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
] as const)('shortened text %s', (_, placement, share, isFilled) => {
  const layer = { ...framed({ text: 'HELLO WORLD' }), placement }
  layer.fontSize = share * fillingSize(layer)
  const before = fontSizeOf(layer)
  const fills = fillsFrame(layer)
  for (const text of ['', 'H', 'HEY']) setWords(layer, text, doc, fills)
  expect(fontSizeOf(layer)).toBeCloseTo(isFilled ? fillingSize(layer) : before, 3)
  expect(fillingSize(layer)).toBeGreaterThan(1.3 * before)
})

it.each(['left', 'right'] as const)(
  "typing longer text doesn't move the %s edge of text without a text box",
  (alignment) => {
    const layer = layerOf({ text: 'HI', fontSize: 50, alignment })
    const before = ink(layer)[alignment]
    setWords(layer, 'HI THERE, ALL OF YOU, HI', doc)
    expect(Math.abs(ink(layer)[alignment] - before)).toBeLessThan(3)
    expect(layer.fontSize).toBe(50)
  },
)

it("typing longer text doesn't move the center of centered text", () => {
  const layer = layerOf({ text: 'HI', fontSize: 50 })
  setWords(layer, 'HI THERE', doc)
  expect(layer.position).toEqual({ horizontal: 50, vertical: 50 })
})

it.each([
  ['of one line is a pill', 'PRICE', true],
  ['of many lines keeps the letters out of the rounded corners', Array(8).fill('NINETY LETTERS').join('\n'), false],
])('a background box fitted to a text layer %s', (_, text, isPill) => {
  const label = { ...background, enabled: true, fitsText: true, paddingX: 60, paddingY: 30, borderRadius: 50 }
  const layer = layerOf({ text, fontSize: 20, background: label })
  const [radius, box, letters] = [backgroundRadius(layer), backgroundSize(layer), ink(layer)]
  expect(radius >= Math.min(50, box.height / 2)).toBe(isPill)
  const [p, q] = [(box.width - letters.width) / 2, (box.height - letters.height) / 2]
  if (!isPill) expect(Math.hypot(radius - p, radius - q)).toBeLessThanOrEqual(radius + 1e-6)
})
