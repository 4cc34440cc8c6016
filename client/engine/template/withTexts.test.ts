import { expect, it } from 'vitest'
import { newLayer } from '#client/layers/registry.ts'
import { emptyDocument } from '#client/model/document/document.ts'
import { BUILT_IN } from './builtIn.ts'
import { textFieldsOf, textName, textsByRole, unknownLayers, withTexts } from './withTexts.ts'

function design() {
  const doc = emptyDocument()
  newLayer(doc, 'background')
  const title = newLayer(doc, 'text', { text: 'Hello {name}' })
  newLayer(doc, 'shape')
  newLayer(doc, 'text', { text: '{Price} €, {other}' })
  const layer = doc.layers[title]
  if (layer) layer.name = 'Title'
  return doc
}
const textsOf = (doc: ReturnType<typeof withTexts>) =>
  doc.order.flatMap((id) => {
    const layer = doc.layers[id]
    return layer && 'text' in layer ? [layer.text] : []
  })
const none = { layers: {}, placeholders: {} }

it('withTexts replaces the text of a layer found by name or by number', () => {
  expect(textsOf(withTexts(design(), { ...none, layers: { title: 'Hi', TEXT2: 'שלום' } }))).toEqual(['Hi', 'שלום'])
})

it('withTexts uses the last of several values for one layer', () => {
  const titleOf = (layers: Record<string, string>) => textsOf(withTexts(design(), { ...none, layers }))[0]
  expect(titleOf({ Title: 'Column', text1: 'Option' })).toBe('Option')
  expect(titleOf({ text1: 'Column', title: 'Option' })).toBe('Option')
})

it('withTexts fills placeholders in any letter case', () => {
  const placeholders = { NAME: 'Zoë', price: '12' }
  expect(textsOf(withTexts(design(), { ...none, placeholders }))).toEqual(['Hello Zoë', '12 €, {other}'])
  expect(textsOf(withTexts(design(), { layers: { text1: '{name}!' }, placeholders }))[0]).toBe('Zoë!')
})

it.each([
  ['auto', 'MAGIC', 'auto'],
  ['auto', 'NEW', 'auto'],
  ['5', 'NEW', 'auto'],
  ['2', 'NEW', '2'],
  ['', 'NEW', ''],
])(
  "withTexts replaces MAGIC with the letters '%s' in front by %s with the letters '%s' in front",
  (front, text, expected) => {
    const doc = emptyDocument()
    const id = newLayer(doc, 'text', { text: 'MAGIC', front })
    expect(withTexts(doc, { ...none, layers: { text1: text } }).layers[id]).toMatchObject({ text, front: expected })
  },
)

it('withTexts hides a layer whose replaced text is blank', () => {
  const hidden = ({ order, layers }: ReturnType<typeof withTexts>) =>
    order.flatMap((id, i) => (layers[id]?.isHidden ? [i] : []))
  const doc = design()
  newLayer(doc, 'text', { text: ' ' })
  const [, title, , price] = doc.order
  expect(hidden(withTexts(doc, { ...none, layers: { text1: ' ' } }))).toEqual([doc.order.indexOf(title!)])
  const empty = { ...none, layers: { text2: '{price}' }, placeholders: { price: '' } }
  expect(hidden(withTexts(doc, empty))).toEqual([doc.order.indexOf(price!)])
  expect(hidden(withTexts(doc, none))).toEqual([])
})

it('withTexts shows a layer that was left out if it gets text again, but not a layer that the user has hidden', () => {
  const doc = design()
  const [, title, , price] = doc.order
  doc.layers[price!]!.isHidden = true
  const without = withTexts(doc, { ...none, layers: { text1: ' ' } })
  const { layers } = withTexts(without, { ...none, layers: { text1: 'Sale', text2: '9 €' } })
  expect([layers[title!]?.isHidden, layers[price!]?.isHidden]).toEqual([undefined, true])
})

it('withTexts does not change the template', () => {
  const doc = design()
  withTexts(doc, { ...none, layers: { text1: 'x' } })
  expect(textsOf(doc)).toEqual(['Hello {name}', '{Price} €, {other}'])
})

it('unknownLayers returns the names that match no text layer', () => {
  expect(unknownLayers(design(), { Title: '', text2: '', text3: '', Background: '' })).toEqual(['text3', 'Background'])
})

it('filling a template field replaces all text layers that have the same text', () => {
  const doc = emptyDocument()
  for (const [text, fontSize] of [
    ['$29', 900],
    ['Small', 20],
    ['Sale', 300],
    ['Sale', 300],
  ] as const)
    newLayer(doc, 'text', { text, fontSize })
  expect(textFieldsOf(doc).map(({ key, words }) => [key, words])).toEqual([
    ['role1', 'Sale'],
    ['role2', 'Small'],
    ['number1', '$29'],
  ])
  const [price, small, ...sale] = doc.order
  expect(textsByRole(doc)).toEqual([sale, [small], [price]])
  const layers = { role1: 'Winter', number1: '$9' }
  expect(textsOf(withTexts(doc, { ...none, layers }))).toEqual(['$9', 'Small', 'Winter', 'Winter'])
})

it.each([...BUILT_IN])('every text layer of the template %s is named after its role', (_, { document }) => {
  const labels = textFieldsOf(document)
    .filter(({ words }) => /[\p{L}\p{N}]/u.test(words))
    .map(({ label }, role) => label ?? textName(role))
  expect(labels.filter((label) => label.startsWith('Text '))).toEqual([])
  expect(new Set(labels).size).toBe(labels.length)
})

it('a text layer without a name gets a label that differs from all other labels', () => {
  expect([0, 1, 2].map((role) => textName(role, ['Title', undefined, 'Subtitle']))).toEqual([
    'Text 1',
    'Text 2',
    'Text 3',
  ])
  expect([0, 1].map((role) => textName(role))).toEqual(['Title', 'Subtitle'])
})

it('the title is the first field of a template, even if an ornament is larger', () => {
  const doc = emptyDocument()
  const ornament = newLayer(doc, 'text', { text: 'Sale', fontSize: 300 })
  const title = newLayer(doc, 'text', { text: 'Bunny Festival', fontSize: 80 })
  Object.assign(doc.layers[title]!, { name: 'Title' })
  expect(textsByRole(doc)).toEqual([[title], [ornament]])
})

it('the text fields of the thumbnail template are a title, a badge and a subtitle', () => {
  const fields = textFieldsOf(BUILT_IN.get('thumbnail')!.document)
  expect(fields.map(({ words, label }) => [words, label])).toEqual([
    ['Watch\nthis', 'Title'],
    ['New', 'Badge'],
    ['In 10 minutes', 'Subtitle'],
  ])
})

it('textsByRole omits a text layer that contains only a quotation mark', () => {
  const doc = emptyDocument()
  newLayer(doc, 'text', { text: '“', fontSize: 400 })
  const quote = newLayer(doc, 'text', { text: 'Stay curious' })
  expect(textsByRole(doc)).toEqual([[quote]])
})
