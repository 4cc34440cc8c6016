import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deflate } from '#client/kit/bytes/deflate.ts'
import { conform, type Field, type Fields } from '#client/kit/values/fields.ts'
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import { type KindName, kinds } from '#client/layers/registry.ts'
import { type Document, emptyDocument, settingsRules } from '#client/model/document/document.ts'
import { DESIGN_FRAGMENT } from '#server/contract/pages/addresses.ts'
import { nonDefaultValues } from '../../../tests/kinds/testedKind.ts'
import { fullProject } from '../project-file/testing.ts'
import { BUILT_IN } from './builtIn.ts'
import { decodeDesign, designAddress, encodeDesign, isWholeInLink } from './designLink.ts'

const decoded = async (code: string) => {
  const project = await decodeDesign(code)
  if (!project.ok) throw new Error(project.error)
  return project.value
}

it.each([...BUILT_IN])(
  'the link of the template %s has at most 2,000 characters and decodes to the same template',
  async (_, ours) => {
    const code = await encodeDesign(ours)
    const address = designAddress(new URL('https://midground.example/custom-editor?x=1#old'), code)
    expect(address.length).toBeLessThanOrEqual(2000)
    expect(address).toMatch(/^https:\/\/midground\.example\/custom-editor#design=1[\w-]+$/)
    const { name, document, layout } = await decoded(address.split(DESIGN_FRAGMENT)[1] ?? '')
    expect({ name, document, layout }).toEqual({ name: ours.name, document: ours.document, layout: ours.layout })
  },
)

it("a design link doesn't contain images or the user's fonts", async () => {
  const { project } = await fullProject()
  expect(isWholeInLink(project.document)).toBe(false)
  const { document } = await decoded(await encodeDesign(project))
  expect(isWholeInLink(document)).toBe(true)
  expect(document.backdrop).toEqual({ type: 'original' })
  expect(Object.values(document.layers).find(({ kind }) => kind === 'text')).toMatchObject({ fontFamily: 'Inter' })
})

/** Generates any valid value of a field. */
function anyOf(field: Field): fc.Arbitrary<unknown> {
  switch (field.type) {
    case 'number':
      // without -0, which JSON can't represent
      return fc.double({ min: field.hardMin, max: field.hardMax, noNaN: true }).map((n) => n + 0)
    case 'flag':
      return fc.boolean()
    case 'color':
      return fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)
    case 'string':
      return fc.string({ unit: 'grapheme', maxLength: Math.min(20, field.maxLength) })
    case 'choice':
      return fc.constantFrom(...field.options)
    case 'group':
      return recordOf(field.fields)
    case 'list':
      return fc.array(recordOf(field.fields), { maxLength: 2 })
  }
}

const recordOf = (fields: Fields) =>
  fc.record(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, anyOf(field)])))

const template = (): Document => ({
  ...emptyDocument(),
  photo: { asset: 'none' as AssetId, name: '', width: 800, height: 1000, hasAlpha: false },
  separation: { matte: 'none' as AssetId, model: '', box: { x: 100, y: 100, width: 500, height: 800 } },
})

const WITHOUT_PIXELS = (Object.keys(kinds) as KindName[]).filter((name) => !('assetOf' in kinds[name]))

describe.each(WITHOUT_PIXELS)('a layer of the kind %s', (kind) => {
  it('a design link contains all settings of the layer', async () => {
    await fc.assert(
      fc.asyncProperty(recordOf(kinds[kind].fields), fc.boolean(), async (values, isHidden) => {
        const document = template()
        for (const name of new Set<KindName>(['background', 'subject', kind])) {
          const { fields, placement } = kinds[name]
          const id = name as string as LayerId
          const layer = { ...conform(fields, name === kind ? values : {}), id, kind: name, placement }
          document.layers[id] = isHidden ? { ...layer, isHidden } : layer
          document.order.push(id)
        }
        fc.pre(isWholeInLink(document))
        const { document: found } = await decoded(await encodeDesign({ name: 'Any', document }))
        expect(found).toEqual(document)
      }),
      { numRuns: 20 },
    )
  })
})

it('decodeDesign reports a link of a later version as newer, and any other invalid link as damaged', async () => {
  const code = await encodeDesign(BUILT_IN.get('poster')!)
  expect(await decodeDesign(`2${code.slice(1)}`)).toEqual({ ok: false, error: 'newer' })
  for (const other of ['', '1', '1!!', code.slice(0, 40), `1${'A'.repeat(40_000)}`, 'javascript:alert(1)', '<script>'])
    expect(await decodeDesign(other), other.slice(0, 20)).toEqual({ ok: false, error: 'damaged' })
})

it('a design link that decompresses to more than 500 kB is rejected as damaged', async () => {
  const bomb = await deflate(new TextEncoder().encode(`{"name":"${'a'.repeat(600_000)}"}`), 'deflate-raw')
  const code = `1${Buffer.from(bomb).toString('base64url')}`
  expect(code.length).toBeLessThan(5000)
  expect(await decodeDesign(code)).toEqual({ ok: false, error: 'damaged' })
})

it('a design link with an image layer is rejected as damaged', async () => {
  const { project } = await fullProject()
  const json = JSON.stringify({ ...project, assets: undefined, fonts: undefined })
  const bytes = await deflate(new TextEncoder().encode(json), 'deflate-raw')
  expect(await decodeDesign(`1${Buffer.from(bytes).toString('base64url')}`)).toEqual({ ok: false, error: 'damaged' })
})

/** Returns the code of a link that contains any JSON text. */
async function codeOf(json: string): Promise<string> {
  const bytes = await deflate(new TextEncoder().encode(json), 'deflate-raw')
  return `1${Buffer.from(bytes).toString('base64url')}`
}

/** Returns the JSON of a design with changed values in its first text layer. */
function withText(values: object, name = 'Poster'): string {
  const { document } = BUILT_IN.get('poster')!
  const id = document.order.find((each) => document.layers[each]?.kind === 'text')!
  const layers = { ...document.layers, [id]: { ...document.layers[id], ...values } }
  return JSON.stringify({ name, document: { ...document, layers } })
}

const textOf = async (json: string) =>
  Object.values((await decoded(await codeOf(json))).document.layers).find(({ kind }) => kind === 'text')

it.each([
  ['numbers beyond their ranges', { fontSize: 1e308, rotation: -1e308, opacity: 1e21 }],
  ['values of other types', { text: 7, fontSize: '90', front: {}, shadow: [], glow: null }],
])('a design with %s opens with valid values', async (_, values) => {
  const layer = await textOf(withText(values))
  expect(layer).toEqual({ ...layer, ...conform(kinds.text.fields, layer as object) })
})

it('text of 400 kB in a design link is truncated to the limit of a text layer', async () => {
  const layer = await textOf(withText({ text: 'word '.repeat(80_000) }))
  expect((layer as { text?: string }).text?.length).toBeLessThanOrEqual(kinds.text.fields.text.maxLength)
})

it("opening a design removes direction controls from the design's name but not from its text", async () => {
  const text = '\u202eevil\u2066'
  const json = withText({ text }, '\u202ePoster\u2067')
  expect(await textOf(json)).toMatchObject({ text })
  expect((await decoded(await codeOf(json))).name).toBe('Poster')
})

it("a design with keys such as __proto__ doesn't change other objects", async () => {
  const polluting = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},'
  const json = withText({}).replaceAll('{"', `{${polluting}"`)
  const project = await decodeDesign(await codeOf(json))
  expect(project.ok && 'polluted' in project.value.document).toBe(false)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

it.each([
  ['arrays nested 200,000 deep', `{"name":"a","document":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
  ['objects nested 50,000 deep', `{"name":"a","document":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`],
  ['null', 'null'],
  ['a number', '1e999'],
])('a design link that contains %s is damaged', async (_, json) => {
  expect(await decodeDesign(await codeOf(json))).toEqual({ ok: false, error: 'damaged' })
})

it.each(settingsRules)(
  'a design link contains the settings "%s" unless they belong to the photo',
  async (part, { fields, photoLabel }) => {
    const values = nonDefaultValues(fields)
    const document = { ...BUILT_IN.get('poster')!.document, [part]: values }
    const { document: found } = await decoded(await encodeDesign({ name: 'Any', document }))
    expect(found[part]).toEqual(photoLabel ? emptyDocument()[part] : values)
  },
)
