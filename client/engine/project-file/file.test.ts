import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { defaults } from '#client/kit/values/fields.ts'
import { maskEditFields } from '#client/model/document/maskEdits.ts'
import { stateHash } from '#client/model/document/testing.ts'
import { liftedLayers } from '#client/render/objects/lifted.ts'
import type { SubjectLayer } from '#client/render/objects/subjectFields.ts'
import { isProjectFile, isReadable, readProjectFile, withChecksum } from './file.ts'
import { parseProject } from './parseProject.ts'
import { PROJECT_VERSION } from './project.ts'
import { fullProject, PARTS } from './testing.ts'
import { id } from './validate.ts'

const { project, file } = await fullProject()
const bytes = new Uint8Array(await file.arrayBuffer())

/** Returns a project file that contains these entries and a valid checksum. */
const zipped = async (entries: Zippable, level: 0 | 9 = 0) =>
  new Blob([await withChecksum(zipSync(entries, { level }))])

/** Returns the file with changed values in its head (`project.json`) or content (`content.json`). */
function rewritten({ head = {}, content = {} }: { head?: object; content?: object }): Promise<Blob> {
  const entries = unzipSync(bytes)
  const changed = (name: string, change: object) =>
    strToU8(JSON.stringify({ ...(JSON.parse(strFromU8(entries[name]!)) as object), ...change }))
  return zipped({
    ...entries,
    'project.json': changed('project.json', head),
    'content.json': changed('content.json', content),
  })
}

const errorOf = async (blob: Blob) => {
  const read = await readProjectFile(blob)
  return read.ok ? null : read.error
}

it.each(['constructor', '__proto__', 'A1', ''])('a project with the layer id %j is rejected', (name) => {
  expect(() => id(name)).toThrow('no id')
})

it('a written project is read back unchanged, with every kind of layer and every part', async () => {
  const read = await readProjectFile(file)
  if (!read.ok) throw new Error(read.error)
  expect(read.value.project).toEqual(project)
  expect(stateHash(read.value.project.document)).toBe(stateHash(project.document))
  expect([...read.value.parts.keys()].sort()).toEqual((await PARTS).map(([hash]) => hash).sort())
  for (const [hash, part] of await PARTS) expect(await read.value.parts.get(hash)?.text()).toBe(await part.text())
})

it('a project file from an app version without imported fonts can be read', () => {
  const { fonts: _, ...before } = project
  expect(parseProject(before)).toEqual({ ok: true, value: { ...project, fonts: [] } })
})

it.each([
  [true, false],
  [undefined, true],
])(
  'in a project file without a background fill, the fill is off only if the subject is hidden (hidden: %s, fill: %s)',
  (isHidden, isFilled) => {
    const { document } = project
    const id = document.order.find((each) => document.layers[each]?.kind === 'subject')
    if (!id) throw new Error('no subject')
    const { fill: _, isHidden: __, ...older } = document.layers[id] as SubjectLayer
    const subject = { ...older, ...(isHidden && { isHidden }) }
    const before = { ...document, backdrop: { type: 'original' }, layers: { ...document.layers, [id]: subject } }
    const read = parseProject({ ...project, document: before })
    if (!read.ok) throw new Error(read.error)
    expect((read.value.document.layers[id] as SubjectLayer).fill).toEqual({ enabled: isFilled, seed: 0, strokes: [] })
  },
)

it('writing equal projects gives equal bytes', async () => {
  const again = new Uint8Array(await (await fullProject()).file.arrayBuffer())
  expect(Buffer.compare(again, bytes)).toBe(0)
})

it('a file of a newer version is reported as newer, not as damaged', async () => {
  expect(await errorOf(await rewritten({ head: { version: PROJECT_VERSION + 1 } }))).toBe('newer')
  for (const version of [0, -1, 1.5, '1', null, undefined])
    expect(await errorOf(await rewritten({ head: { version } })), String(version)).toBe('damaged')
})

it("a file that isn't a project is rejected", async () => {
  expect(await errorOf(new Blob(['a text']))).toBe('not-a-project')
  expect(await errorOf(new Blob([]))).toBe('not-a-project')
  expect(await errorOf(await rewritten({ head: { format: 'a game' } }))).toBe('not-a-project')
})

it.each([
  ['a path outside the archive', { '../../evil.sh': new Uint8Array(4) }],
  ['an absolute path', { '/etc/passwd': new Uint8Array(4) }],
  ['a file of an unknown name', { 'readme.txt': new Uint8Array(4) }],
])('an archive with %s is rejected', async (_, more: Zippable) => {
  expect(await errorOf(await zipped({ ...unzipSync(bytes), ...more }))).toBe('damaged')
})

it('a project file with a compressed entry is rejected, because it may be a ZIP bomb', async () => {
  const bomb = { [`parts/${'0'.repeat(64)}`]: new Uint8Array(1 << 22) }
  expect(await errorOf(await zipped({ ...unzipSync(bytes), ...bomb }, 9))).toBe('damaged')
})

it('a project file with an entry that claims to be larger than the file is rejected', async () => {
  const lying = bytes.slice()
  const view = new DataView(lying.buffer)
  for (let at = 0; at + 46 < lying.length; at++)
    if (view.getUint32(at, true) === 0x02014b50) for (const field of [20, 24]) view.setUint32(at + field, 1 << 30, true)
  expect(await errorOf(new Blob([await withChecksum(lying.slice(0, -64))]))).toBe('damaged')
})

it('a project file with two entries of the same name is rejected', async () => {
  const [first, second] = (await PARTS).map(([hash]) => hash)
  const zip = strFromU8(bytes.slice(0, -64), true)
  const twice = strToU8(zip.slice(0, -2).replaceAll(`parts/${first}`, `parts/${second}`), true)
  expect(await errorOf(new Blob([await withChecksum(new Uint8Array([...twice, 0, 0]))]))).toBe('damaged')
})

it.each([
  ['project.json', 'arrays', '['],
  ['content.json', 'arrays', '['],
  ['content.json', 'objects', '{},'],
  ['content.json', 'names', '"a":1,'],
])('%s with millions of %s is rejected as too large', async (name, _, value) => {
  expect(await errorOf(await zipped({ ...unzipSync(bytes), [name]: strToU8(value.repeat(1_500_001)) }))).toBe(
    'too-large',
  )
})

it.each([
  [20_000, 'damaged'],
  [60_000, 'too-large'],
])('a project file whose JSON has %i different property names is rejected with the error %s', async (count, error) => {
  const names = Array.from({ length: count }, (_, i) => `"layer${i}":{"name":0}`)
  expect(await errorOf(await zipped({ ...unzipSync(bytes), 'content.json': strToU8(`{${names}}`) }))).toBe(error)
})

it('JSON with many sequences of a few property names is rejected as too large', async () => {
  const objects = Array.from({ length: 350 ** 2 }, (_, i) => `{"a${i % 350}":0,"b${Math.floor(i / 350)}":0}`)
  expect(await errorOf(await zipped({ ...unzipSync(bytes), 'content.json': strToU8(`[${objects}]`) }))).toBe(
    'too-large',
  )
})

it('a project with hundreds of images is readable', async () => {
  const [photo] = project.assets
  const more = Array.from({ length: 500 }, (_, i) => ({ ...photo, id: `sticker${i}` }))
  expect(await errorOf(await rewritten({ content: { assets: [...project.assets, ...more] } }))).toBeNull()
})

it.each([
  [1, true],
  [101, false],
])('a project with %i fonts is readable: %s', (count, is) => {
  const fonts = Array.from({ length: count }, () => project.fonts[0]!)
  expect(isReadable(file, { ...project, fonts })).toBe(is)
})

it("a project file has the media type and the extension of the app's manifest", () => {
  const manifest = readFileSync(join(import.meta.dirname, '../../public/manifest.webmanifest'), 'utf8')
  expect(JSON.parse(manifest).file_handlers[0].accept[file.type]).toEqual(['.midground'])
})

it.each([
  ['a.midground', true],
  ['A.Midground.zip', true],
  ['a.midground.png', false],
  ['a.zip', false],
])('%s is recognized as a project file: %s', (name, is) => {
  expect(isProjectFile({ name })).toBe(is)
})

it('a project file with one flipped bit is rejected', async () => {
  for (let at = 0; at < bytes.length; at += 97) {
    const changed = bytes.slice()
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(await errorOf(new Blob([changed])), `byte ${at}`).not.toBeNull()
  }
})

it.each<[string, object]>([
  ['no document', { document: null }],
  ['fonts that are not a list', { fonts: {} }],
  ['a font without a part', { fonts: [{ name: 'My Font' }] }],
  ['a layout without layers', { layout: { hue: 3 } }],
  ['an area of three numbers', { layout: { layers: { t: { area: [0, 0, 1] } } } }],
  ['a list instead of a document', { document: [] }],
  ['a number as its name', { name: 7 }],
  ['a photo without its asset', { assets: [] }],
  ['a photo of another size', { assets: project.assets.map((asset) => ({ ...asset, width: 5 })) }],
  ['an asset twice', { assets: [...project.assets, ...project.assets] }],
  ['an unknown kind of layer', { document: withLayer({ kind: 'virus' }) }],
  ['a layer kind named like a property of every JavaScript object', { document: withLayer({ kind: 'constructor' }) }],
  ['a layer under another id', { document: withLayer({ id: 'other' }) }],
  ['layers that are missing in the order', { document: { ...project.document, order: [] } }],
  ['no background', { document: withLayer({ kind: 'text' }) }],
  ['an object without its matte', { document: withObject({ matte: 'gone' }) }],
  ['an object whose matte is a photo', { document: withObject({ matte: 'p' }) }],
  ['an object without a record', { document: withObject(null) }],
  ['a subject without a separation', { document: { ...project.document, separation: null } }],
])('a project with %s is rejected', async (_, content) => {
  expect(await errorOf(await rewritten({ content }))).toBe('damaged')
})

it('reading a project clamps a setting to its maximum', async () => {
  const read = await readProjectFile(await rewritten({ content: { document: withLayer({}, { blur: 1e9 }) } }))
  expect(read.ok && read.value.project.document.tune.image.blur).toBe(20)
})

it('reading a project replaces invalid values of a lifted object with valid values', async () => {
  const lifted = {
    home: 'sky',
    suggestion: 0.4,
    box: { x: -5, width: 1e12 },
    choices: [7, { points: [{ kind: 'knot', x: null }] }],
  }
  const read = await readProjectFile(await rewritten({ content: { document: withObject(lifted) } }))
  const [object] = read.ok ? liftedLayers(read.value.project.document) : []
  expect(object?.lifted).toEqual({
    matte: 'm',
    model: '',
    home: 'background',
    suggestion: 0,
    box: { x: 0, y: 0, width: 100_000, height: 200 },
    choices: [
      { adds: true, points: [] },
      { adds: true, points: [{ x: 0, y: 0, kind: 'in' }] },
    ],
  })
})

it('a lifted object from an older file has no mask edits after loading', () => {
  const [object] = liftedLayers(project.document)
  const { mend, ...older } = object!
  expect(mend).toMatchObject({ strokes: [{ size: 60 }], feather: 3 })
  const layers = { ...project.document.layers, [older.id]: older }
  const read = parseProject({ ...project, document: { ...project.document, layers } })
  expect(read.ok && liftedLayers(read.value.document)[0]?.mend).toEqual(defaults(maskEditFields))
})

/**
 * Returns the document with changed values in its object layer. If `change` is null, removes the layer's `lifted`
 * record.
 */
function withObject(change: object | null) {
  const { document } = project
  const [object] = liftedLayers(document)
  if (!object) throw new Error('no object')
  const { lifted, ...rest } = object
  const changed = change ? { ...rest, lifted: { ...lifted, ...change } } : rest
  return { ...document, layers: { ...document.layers, [object.id]: changed } }
}

/**
 * Returns the document with changed fields in its first layer (the background), and changed enhancements of the photo.
 */
function withLayer(change: object, image: object = {}) {
  const { document } = project
  const [first] = document.order
  if (!first) throw new Error('no layer')
  const layers = { ...document.layers, [first]: { ...document.layers[first], ...change } }
  return { ...document, layers, tune: { ...document.tune, image } }
}
