import { expect, it } from 'vitest'
import { foldText, matchScore, search } from './search.ts'

const items = (...texts: string[]) => texts.map((text) => ({ texts: text.split('|'), isEnabled: true }))
const found = (query: string, ...texts: string[]) => search(items(...texts), query).map((item) => item.texts[0])

it.each([
  ['Größe ändern', 'grosse andern'],
  ['Rétablir', 'retablir'],
  ['  Zoom to 100%', 'zoom to 100'],
  ['إضافة', 'اضافة'],
  ['3D-Effekt', '3d effekt'],
  ['ｱﾘ', 'アリ'],
])("the command palette's search normalizes %s to %s", (text, expected) => {
  expect(foldText(text)).toBe(expected)
})

it('exact matches rank above prefix, word prefix, infix and scattered matches', () => {
  const texts = ['copy', 'copy layer', 'paste copy', 'photocopy', 'cut off paper by']
  const scores = texts.map((text) => matchScore(text, 'copy'))
  expect(scores).toEqual([...scores].sort((a, b) => b - a))
  expect(new Set(scores).size).toBe(texts.length)
})

it('scattered letters match only if the first letter begins a word', () => {
  expect(found('dpl', 'Duplicate', 'Deselect or close panel', 'Undo')).toEqual(['Duplicate'])
  expect(found('pd', 'Upload')).toEqual([])
})

it('names that contain the query letters in sequence rank above names with scattered letters', () => {
  expect(found('upl', 'Duplicate', 'Upload')).toEqual(['Upload', 'Duplicate'])
})

it('every word of the query must match, in any order', () => {
  const names = ['Align left', 'Align right', 'Nudge left']
  expect(found('left align', ...names)).toEqual(['Align left'])
  expect(found('align', ...names)).toEqual(['Align left', 'Align right'])
  expect(found('align nowhere', ...names)).toEqual([])
})

it("a match with a command's English name ranks below a match with the translated name", () => {
  expect(found('text', 'Alles|Text tool', 'Text hinzufügen|Add Text')).toEqual(['Text hinzufügen', 'Alles'])
  expect(found('undo', 'Rückgängig|Undo')).toEqual(['Rückgängig'])
})

it.each([
  ['ruckgangig', 'Rückgängig'],
  ['RÜCK', 'Rückgängig'],
  ['元に', '元に戻す'],
  ['تراجع', 'تَراجُع'],
])('the query %s finds %s', (query, name) => {
  expect(found(query, 'Other', name)).toEqual([name])
})

it('items with equal scores are listed in their given order', () => {
  expect(found('zoom', 'Zoom out', 'Zoom in')).toEqual(['Zoom out', 'Zoom in'])
  expect(found('  ', 'B', 'A')).toEqual(['B', 'A'])
})

it('scattered matches are omitted if any item contains the whole query', () => {
  const text = { texts: ['Text'], keywords: ['Font', 'Padding'], isEnabled: true }
  expect(search([...items('Zoom off note'), text], 'font')).toEqual([text])
  expect(search([...items('Add Text'), text], 'add text')).toEqual(items('Add Text'))
})

it('enabled commands rank above disabled commands', () => {
  const [off, on, weak] = [
    { texts: ['Paste'], isEnabled: false },
    { texts: ['Paste style'], isEnabled: true },
    { texts: ['Copypaste'], isEnabled: true },
  ]
  expect(search([off, weak, on], 'paste')).toEqual([on, weak, off])
})
