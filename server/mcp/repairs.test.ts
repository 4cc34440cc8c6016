/** Sends calls as models make them. Each error message must be enough to repair the call. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Catalogue } from '#server/contract/render.ts'
import { UsageError } from '#server/render/options.ts'
import { makeFolder } from '../../tests/helpers/folders.ts'
import type { Arguments } from './calls.ts'
import { callTool } from './mcp.ts'
import { createRoots } from './roots.ts'
import { image, poster, text, WRONG_CALLS } from './testing.ts'
import { toolsFor } from './tools.ts'

const SCHEMA = join(import.meta.dirname, '../../docs/schema/layered-image.schema.json')
const FONTS = ['Anton', 'Inter', 'Playfair Display', 'Roboto', ...Array.from({ length: 40 }, (_, i) => `Family ${i}`)]
const catalogue: Catalogue = {
  templates: [
    { id: 'poster', name: 'Poster', width: 800, height: 1000, texts: ['Your title'] },
    { id: 'magazine', name: 'Magazine', width: 800, height: 1000, texts: ['Title'] },
  ],
  fonts: FONTS.map((name) => ({ name, category: 'display' })),
  layeredImage: JSON.parse(readFileSync(SCHEMA, 'utf8')),
}

const root = makeFolder()
writeFileSync(join(root, 'photo.jpg'), 'x')
mkdirSync(join(root, 'out'))

/** The calls that passed all checks. */
const passed: { args: Arguments; image: unknown }[] = []
const roots = createRoots([root])
const make = async (args: Arguments, template: { source(on: never): unknown } | null) => {
  const photo = await roots.input(String(args.photo), 1000)
  await photo.close()
  if (args.out !== undefined) roots.output(String(args.out)).free()
  passed.push({ args, image: template?.source(undefined as never) })
  return { facts: {} }
}
const tools = toolsFor({ catalogue, files: new Map() }, roots, {
  make,
  describe: (args) => make(args, null),
  close: async () => undefined,
})
const call = (name: string, args: object) =>
  callTool(tools, name, args, { signal: new AbortController().signal, report: () => undefined })

/** A path outside of the server's folder. */
const OUTSIDE = [
  'make_image',
  poster({ out: '/tmp/a.png' }),
  `is outside of the folders that this server may use (--root): ${root}.`,
  poster({ out: `${root}/a.png` }),
] as const

it.each([...WRONG_CALLS, OUTSIDE])(
  '%s reports the field, the rule and an example for the wrong arguments %j',
  async (tool, wrong, words, right) => {
    await expect(call(tool, wrong)).rejects.toThrow(UsageError)
    await expect(call(tool, wrong)).rejects.toThrow(words)
    await call(tool, right)
    expect(passed.at(-1)?.args).toMatchObject({ photo: expect.stringContaining('photo.jpg') })
  },
)

it('a call of an unknown tool gets the list of tools', async () => {
  await expect(call('makeImage', {})).rejects.toThrow(
    'There is no tool "makeImage". Tools: list_templates, list_fonts,',
  )
})

it('an error about several mistakes names each mistake', async () => {
  const wrong = image({ ...text, font: 'Anton', fontSize: 1 }, { kind: 'shape', color: 'red' })
  const message = await call('make_image', wrong).catch(({ message }) => message)
  expect(message.split('\n')).toHaveLength(3)
})

it.each([
  [{ ...text, fontFamily: 'anton' }, { fontFamily: 'Anton' }],
  [{ ...text, fontFamily: 'playfair-display' }, { fontFamily: 'Playfair Display' }],
  [{ ...text, font_size: 90 }, { fontSize: 90 }],
  [
    { ...text, fontSize: '90', isUpperCase: 'true' },
    { fontSize: 90, isUpperCase: true },
  ],
  [{ ...text, text: 2026 }, { text: '2026' }],
  [{ ...text, color: 'ff0000' }, { color: '#ff0000' }],
  [
    { ...text, kind: 'Text', placement: 'BACKGROUND' },
    { kind: 'text', placement: 'background' },
  ],
  [
    { ...text, name: null },
    { kind: 'text', text: 'Hello' },
  ],
])('a layer in the slightly different form %j is accepted', async (layer, expected) => {
  await call('make_image', image(layer))
  expect(passed.at(-1)?.image).toMatchObject({ image: { layers: [expected] } })
})

it.each([
  ['a template in another case', { template: 'Poster' }],
  ['null for a field that is left out', { image: null, width: null, height: null }],
  ['a JPG in capitals', { out: 'A.JPG' }],
])('a call with %s is accepted', async (_, more) => {
  await call('make_image', poster(more))
  expect(passed.at(-1)?.image).toEqual({ id: 'poster' })
})

it('an image description sent as a JSON string is accepted', async () => {
  await call('make_image', { photo: 'photo.jpg', out: 'a.png', image: JSON.stringify({ layers: [text] }) })
  expect(passed.at(-1)?.image).toEqual({ image: { layers: [text] } })
})

it("the listed schemas are small and don't use keywords that clients reject", () => {
  for (const { inputSchema } of tools) {
    const json = JSON.stringify(inputSchema)
    expect(json.length).toBeLessThan(8000)
    expect(json).not.toMatch(/"(if|then|else|const|oneOf|anyOf|allOf|not|\$ref|\$defs)":/)
  }
})

it('the listed schema names every field of the layered image', () => {
  const listed = JSON.stringify(tools.find(({ name }) => name === 'make_image')?.inputSchema)
  const names = [...JSON.stringify(catalogue.layeredImage).matchAll(/"properties":\{"(\w+)":/g)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(10)
  for (const name of names) expect(listed).toContain(name)
})
