import { expect, it, onTestFinished } from 'vitest'
import { catalogue } from '#client/kit/i18n/translate.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { newLayer } from '#client/layers/registry.ts'
import { type Document, type DocumentSnapshot, emptyDocument } from '#client/model/document/document.ts'
import { BUILT_IN, builtInTemplate } from './builtIn.ts'
import { keepWords } from './keepWords.ts'
import { nameRole, textsOf } from './withTexts.ts'

/** Returns a document with the layers of a template. `words` replaces the text of some layers. */
function withWords(id: string, words: Readonly<Record<string, string>>): Document {
  const document = structuredClone(BUILT_IN.get(id)!.document) as Document
  for (const [layer, text] of Object.entries(words)) Object.assign(document.layers[layer as LayerId]!, { text })
  return document
}

/** Returns the text of a template's text layers after `keepWords` has inserted the text of `doc`. */
const textsIn = (id: string, doc: Document): string[] =>
  Object.values(keepWords(builtInTemplate(id)!, doc).document.layers).flatMap((layer) =>
    'text' in layer ? String(layer.text) : [],
  )

it("the user's title and subtitle replace the title and subtitle of another template", () => {
  const words = { yourtitle: 'How leopards hunt', astoryinonepicture: 'A film by Ada' }
  expect(textsIn('product', withWords('poster', words))).toEqual([
    'New in',
    'How leopards hunt',
    'A film by Ada',
    '$29',
  ])
})

const PAIRS = [...BUILT_IN.keys()].flatMap((from) => [...BUILT_IN.keys()].map((to) => [from, to] as const))

it.each(PAIRS)(
  "the user's title and subtitle of %s become the title and subtitle of %s, even if their font is small",
  (from, to) => {
    onTestFinished(() => catalogue.activate('en'))
    catalogue.loadAndActivate({ locale: 'de', messages: { Title: 'Titel', Subtitle: 'Untertitel' } })
    const doc = withWords(from, {})
    const find = (of: DocumentSnapshot, name: string) => textsOf(of).find((layer) => layer.name === name)
    const typed = ['Bunny Festival', 'Spring 2027 in Berlin'].filter((words, role) => {
      const given = find(doc, ['Title', 'Subtitle'][role]!)?.text
      for (const layer of textsOf(doc).filter(({ text }) => text === given))
        Object.assign(layer, { text: words, fontSize: 9 + role })
      return given !== undefined
    })
    const { document, surplus } = keepWords(builtInTemplate(to)!, doc)
    expect(find(document, 'Titel')?.text).toBe('Bunny Festival')
    const subtitle = find(document, 'Untertitel')
    if (typed[1] && subtitle) expect(subtitle.text).toBe(typed[1])
    expect(textsOf(document).filter(({ text }) => typed.includes(text)).length + surplus.length).toBe(typed.length)
  },
)

it('keepWords recognizes the title of an older project whose ornaments are also named Title', () => {
  const words = { sale: 'How leopards hunt', onlytoday: 'In May' }
  const older = withWords('sale', words)
  for (const id of ['sale2', 'sale3']) older.layers[id as LayerId]!.name = 'Title'
  expect(textsIn('product', older)).toEqual(textsIn('product', withWords('sale', words)))
  expect(textsIn('product', older)).toContain('In May')
})

it('the subtitle keeps its role after the user has emptied or deleted the title', () => {
  const words = { yourtitle: '', astoryinonepicture: 'A film by Ada' }
  const expected = ['New in', 'Product name', 'A film by Ada', '$29']
  const emptied = withWords('poster', words)
  expect(textsIn('product', emptied)).toEqual(expected)
  emptied.order = emptied.order.filter((id) => id !== 'yourtitle')
  expect(textsIn('product', emptied)).toEqual(expected)
})

it("a template's text is replaced only if the user has written a text layer with the same role", () => {
  expect(textsIn('product', withWords('poster', { astoryinonepicture: 'A film by Ada' }))).toEqual([
    'New in',
    'Product name',
    'A film by Ada',
    '$29',
  ])
})

it("keepWords doesn't change a template's text if the user hasn't written any text", () => {
  const texts = textsIn('sale', emptyDocument())
  for (const id of BUILT_IN.keys()) expect(textsIn('sale', withWords(id, {})), id).toEqual(texts)
})

it("text that a template had in an earlier language isn't the user's text", () => {
  onTestFinished(() => catalogue.activate('en'))
  catalogue.loadAndActivate({ locale: 'de', messages: { 'Your title': 'Dein Titel', Title: 'Titel' } })
  catalogue.loadAndActivate({ locale: 'fr', messages: { 'A story in one picture': 'Une histoire' } })
  const doc = withWords('poster', { yourtitle: 'Dein Titel' }) // the subtitle is English
  expect(textsIn('product', doc)).toEqual(textsIn('product', emptyDocument()))
  expect(nameRole({ name: 'Titel' })).toBe(0)
})

it("a template title that the user hasn't changed isn't replaced", () => {
  const texts = textsIn('poster', withWords('sale', { thesummercollection: 'Boots and coats' }))
  expect(texts.slice(0, 2)).toEqual(['Your title', 'Boots and coats'])
})

it("keepWords uses a text layer that the user added as the template's title", () => {
  const doc = emptyDocument()
  newLayer(doc, 'text', { text: 'HELLO' })
  expect(textsIn('poster', doc)[0]).toBe('HELLO')
})

it("the user's title doesn't replace an ornament's text", () => {
  const sale = textsIn('sale', emptyDocument())
  const kept = textsIn('sale', withWords('poster', { yourtitle: 'Winter' }))
  expect(kept.filter((text) => text === 'Winter')).toHaveLength(1)
  expect(kept.filter((text) => !sale.includes(text))).toEqual(['Winter'])
})

it('text without a place in a template appears in the next template with enough text layers', () => {
  const words = { yourtitle: 'Leopards', astoryinonepicture: 'A film by Ada', comingsoon: 'Out in May' }
  const narrow = keepWords(builtInTemplate('quote')!, withWords('poster', words))
  expect(narrow.surplus).toEqual(['Out in May'])
  const { document } = keepWords(builtInTemplate('product')!, narrow.document, narrow.surplus)
  const texts = Object.values(document.layers).flatMap((layer) => ('text' in layer ? [layer.text] : []))
  expect(texts).toEqual(expect.arrayContaining(Object.values(words)))
})
