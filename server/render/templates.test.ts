import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Catalogue } from '#server/contract/render.ts'
import { OperatorError } from '#server/db/failure.ts'
import { checkedImage } from './layeredImage.ts'
import { UsageError } from './options.ts'
import { designTemplate, findTemplate, templateLines } from './templates.ts'

const SCHEMA = join(import.meta.dirname, '../../docs/schema/layered-image.schema.json')
const catalogue: Catalogue = {
  templates: [{ id: 'poster', name: 'Poster', width: 800, height: 1000, texts: ['Your title', 'A\nstory'] }],
  fonts: [{ name: 'Anton', category: 'display' }],
  layeredImage: JSON.parse(readFileSync(SCHEMA, 'utf8')),
}
const folder = mkdtempSync(join(tmpdir(), 'templates-'))
const written = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const loopback = { offer: ({ path }: { path: string }) => `/in${path}` }

it('findTemplate accepts a built-in id, a project file and a JSON file of a layered image', async () => {
  const project = written('a.midground', 'x')
  const image = { layers: [{ kind: 'text', text: 'Hi', fontFamily: 'Anton' }] }
  const json = written('a.json', JSON.stringify(image))
  expect((await findTemplate('poster', catalogue)).source(loopback)).toEqual({ id: 'poster' })
  const named = await findTemplate(project, catalogue)
  expect(named.source(loopback)).toEqual({ file: `/in${project}` })
  await named.file?.close()
  expect((await findTemplate(json, catalogue)).source(loopback)).toEqual({ image })
})

it('the error about an unknown template lists all template ids', async () => {
  await expect(findTemplate('postr', catalogue)).rejects.toThrow(
    new UsageError('There is no template "postr". Templates: poster.'),
  )
})

it.each(['missing.midground', './missing'])(
  'the error about the missing template %s gives the reason',
  async (name) => {
    await expect(findTemplate(name, catalogue)).rejects.toThrow(new OperatorError(`${name}: no such file.`))
  },
)

it.each([
  [
    'a value out of range',
    { layers: [{ kind: 'text', fontSize: 5000 }] },
    'layers[0].fontSize is 5000. It must be a number from 8 to 2000.',
  ],
  [
    'an unknown field',
    { layers: [{ kind: 'text', txt: 'x' }] },
    'layers[0].txt isn’t a field. Did you mean layers[0].text?',
  ],
  ['an unknown kind', { layers: [{ kind: 'video' }] }, 'It must be one of "text", "shape", "sticker".'],
  ['a layer without a kind', { layers: [{}] }, 'layers[0].kind is missing.'],
  ['10,000 layers', { layers: Array(10_000).fill({ kind: 'text' }) }, 'a list of at most 100 objects'],
  [
    'an unknown font',
    { layers: [{ kind: 'text', fontFamily: 'Comic' }] },
    'fontFamily is "Comic". It must be one of "Anton".',
  ],
  ['a number', 7, 'The value is 7. It must be an object with the fields frame,'],
])('a layered image is rejected because of %s', (_, image, message) => {
  expect(() => checkedImage(image, catalogue)).toThrow(UsageError)
  expect(() => checkedImage(image, catalogue)).toThrow(message)
})

it.each([
  ['is not JSON', '{', 'isn’t JSON'],
  ['is larger than 1 MB', ' '.repeat(1_000_001), 'larger than 1 MB'],
])('a layered image is rejected if its file %s', async (_, text, message) => {
  await expect(findTemplate(written('b.json', text), catalogue)).rejects.toThrow(message)
})

it('designTemplate accepts only a design link', () => {
  const template = designTemplate(' https://midground.example/custom-editor#design=1a-_Z\n')
  expect(template.source({ offer: () => '' })).toEqual({ design: '1a-_Z' })
  for (const link of [
    '',
    'poster',
    'https://midground.example/#design=',
    'https://x/#design=1a"><b>',
    `#design=${'a'.repeat(32_001)}`,
  ])
    expect(() => designTemplate(link)).toThrow('not a design link')
})

it('midground templates lists each template with its text layers', () => {
  expect(templateLines(catalogue)).toEqual(['poster       Poster, 800×1000: text1="Your title" text2="A\\nstory"'])
})
