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

const text = { kind: 'text', text: 'Hello' }
const image = (...layers: object[]) => ({ photo: 'photo.jpg', out: 'a.png', image: { layers } })
const whole = (parts: object) => ({ photo: 'photo.jpg', out: 'a.png', image: parts })
const poster = (more: object) => ({ photo: 'photo.jpg', out: 'a.png', template: 'poster', ...more })

/** The wrong arguments, words of the message, and the arguments after the repair. */
const LAYERS: readonly (readonly [object, string, object])[] = [
  [
    { text: 'Hello' },
    'layers[0].kind is missing. It must be one of "text", "shape", "sticker". Example: "kind": "text".',
    text,
  ],
  [{ content: '🚀' }, 'Example: "kind": "sticker".', { kind: 'sticker', content: '🚀' }],
  [
    { kind: 'heading', text: 'Hello' },
    'layers[0].kind is "heading". It must be one of "text", "shape", "sticker".',
    text,
  ],
  [{ type: 'text', text: 'Hello' }, 'layers[0].kind is missing', text],
  [
    { ...text, font: 'Anton' },
    'layers[0].font isn’t a field. Did you mean image.layers[0].fontFamily? Example: "fontFamily": ',
    { ...text, fontFamily: 'Anton' },
  ],
  [
    { ...text, fontFamily: 'Robotto' },
    'It must be one of 44 names, such as "Roboto"',
    { ...text, fontFamily: 'Roboto' },
  ],
  [
    { ...text, fontFamily: 'Playfair' },
    'Example: "fontFamily": "Playfair Display".',
    { ...text, fontFamily: 'Playfair Display' },
  ],
  [
    { ...text, size: 90 },
    'Did you mean image.layers[0].fontSize? Example: "fontSize": 600.',
    { ...text, fontSize: 90 },
  ],
  [
    { ...text, fontSize: 'big' },
    'layers[0].fontSize is "big". It must be a number from 8 to 2000. Example: "fontSize": 600.',
    { ...text, fontSize: 600 },
  ],
  [{ ...text, fontSize: '90px' }, 'fontSize is "90px". It must be a number from 8 to 2000', { ...text, fontSize: 90 }],
  [{ ...text, fontSize: 9000 }, 'fontSize is 9000. It must be a number from 8 to 2000', { ...text, fontSize: 2000 }],
  [
    { ...text, fontWeight: 'bold' },
    'fontWeight is "bold". It must be a number from 400 to 700. Example: "fontWeight": 700.',
    { ...text, fontWeight: 700 },
  ],
  [
    { ...text, bold: true },
    'Did you mean image.layers[0].fontWeight? Example: "fontWeight": 700.',
    { ...text, fontWeight: 700 },
  ],
  [
    { ...text, color: 'red' },
    'color is "red". It must be a color as #rrggbb or #rgb. Example: "color": "#ffffff".',
    { ...text, color: '#ff0000' },
  ],
  [{ ...text, color: 'rgb(255, 0, 0)' }, 'It must be a color as #rrggbb', { ...text, color: '#ff0000' }],
  [{ ...text, color: '#ff0000ff' }, 'It must be a color as #rrggbb', { ...text, color: '#ff0000' }],
  [{ ...text, textColor: '#ff0000' }, 'Did you mean image.layers[0].color?', { ...text, color: '#ff0000' }],
  [
    { ...text, placement: 'behind' },
    'placement is "behind". It must be one of "background", "foreground". Example: "placement": "background".',
    { ...text, placement: 'background' },
  ],
  [
    { ...text, area: { x: 0, y: 0, width: 1, height: 1 } },
    'It must be a list of 4 numbers from -1 to 2. Example: "area": [0.1,0.1,0.8,0.3].',
    { ...text, area: [0, 0, 1, 1] },
  ],
  [
    { ...text, area: [10, 10, 80, 20] },
    'area[0] is 10. It must be a number from -1 to 2',
    { ...text, area: [0.1, 0.1, 0.8, 0.2] },
  ],
  [{ ...text, area: [0.1, 0.1, 0.8] }, 'It must be a list of 4 numbers', { ...text, area: [0.1, 0.1, 0.8, 0.2] }],
  [
    { ...text, x: 10, y: 10 },
    'layers[0].x isn’t a field. Did you mean image.layers[0].area? Example: "area": [0.1,0.1,0.8,0.3].',
    { ...text, area: [0.1, 0.1, 0.8, 0.3] },
  ],
  [
    { ...text, align: 'middle' },
    'align is "middle". It must be one of "left", "center", "right"',
    { ...text, align: 'center' },
  ],
  [{ ...text, opacity: 0.5 }, 'opacity is 0.5. It must be a whole number from 0 to 100', { ...text, opacity: 50 }],
  [
    { ...text, stroke: '#000000' },
    'stroke is "#000000". It must be an object with the fields enabled, color, width. Example: "stroke": {"enabled":false,"color":"#000000"}.',
    { ...text, stroke: { enabled: true, color: '#000000' } },
  ],
  [
    { ...text, stroke: { on: true } },
    'stroke.on isn’t a field. Fields: enabled, color, width.',
    { ...text, stroke: { enabled: true } },
  ],
  [
    { ...text, shadow: { enabled: true } },
    'Did you mean image.layers[0].dropShadow?',
    { ...text, dropShadow: { enabled: true } },
  ],
  [
    { ...text, rotate: 10 },
    'Did you mean image.layers[0].rotation? Example: "rotation": 0.',
    { ...text, rotation: 10 },
  ],
  [{ kind: 'text', content: 'Hello' }, 'Did you mean image.layers[0].text?', text],
  [{ kind: 'shape', shape: 'circle' }, 'Did you mean image.layers[0].type?', { kind: 'shape', type: 'circle' }],
  [
    { kind: 'shape', type: 'hexagonal' },
    'layers[0].type is "hexagonal". It must be one of',
    { kind: 'shape', type: 'circle' },
  ],
  [{ kind: 'shape', fill: '#ff0000' }, 'Did you mean image.layers[0].color?', { kind: 'shape', color: '#ff0000' }],
  [{ kind: 'sticker', emoji: '🚀' }, 'Did you mean image.layers[0].content?', { kind: 'sticker', content: '🚀' }],
]

const CALLS: readonly (readonly [string, object, string, object])[] = [
  ...LAYERS.map(([wrong, words, right]) => ['make_image', image(wrong), words, image(right)] as const),
  [
    'make_image',
    whole({ layers: text }),
    'image.layers is {"kind":"text","text":"Hello"}. It must be a list of at most 100 objects. Example: "layers": [{"kind":"text"',
    image(text),
  ],
  ['make_image', whole({ texts: ['Hello'] }), 'image.texts isn’t a field.', image(text)],
  [
    'make_image',
    whole({ frame: 'square' }),
    'image.frame is "square". It must be one of "photo", "1:1"',
    whole({ frame: '1:1' }),
  ],
  [
    'make_image',
    whole({ background: 'transparent' }),
    'image.background is "transparent". It must be an object with the fields type, color',
    whole({ background: { type: 'transparent' } }),
  ],
  [
    'make_image',
    whole({ background: { color: '#fff' } }),
    'image.background.type is missing. It must be one of "original", "transparent", "color".',
    whole({ background: { type: 'color', color: '#fff' } }),
  ],
  [
    'make_image',
    whole({ tune: { brightness: 80 } }),
    'image.tune.brightness isn’t a field. Fields: subject, background.',
    whole({ tune: { background: { brightness: 80 } } }),
  ],
  [
    'make_image',
    whole({ erase: [{ left: 1, top: 1 }] }),
    'image.erase[0].x is missing. It must be a number from 0 to 100.',
    whole({ erase: [{ x: 1, y: 1 }] }),
  ],
  [
    'make_image',
    { photo: 'photo.jpg', out: 'a.png', layers: [text] },
    'layers isn’t a field. Did you mean image? Example: "image": {"layers":[{"kind":"text"',
    image(text),
  ],
  [
    'make_image',
    { photo: 'photo.jpg', out: 'a.png' },
    'Give exactly one of template and image. Examples: "template": "poster"',
    poster({}),
  ],
  ['make_image', { ...image(text), template: 'poster' }, 'Give exactly one of template and image.', image(text)],
  [
    'make_image',
    poster({ template: 'postr' }),
    'There is no template "postr". Templates: poster, magazine.',
    poster({}),
  ],
  [
    'make_image',
    poster({ out: 'a.gif' }),
    'out is "a.gif". It must be the path of a new file that ends in .png, .jpg or .webp. Example: "out": "result.png".',
    poster({}),
  ],
  [
    'make_image',
    poster({ out: 'photo.jpg' }),
    'photo.jpg exists. Choose another name, such as photo-2.jpg.',
    poster({ out: 'photo-2.jpg' }),
  ],
  [
    'make_image',
    poster({ out: 'new/a.png' }),
    'new doesn’t exist. Create the folder, or choose another one.',
    poster({ out: 'out/a.png' }),
  ],
  [
    'make_image',
    poster({ out: '/tmp/a.png' }),
    `is outside of the folders that this server may use (--root): ${root}.`,
    poster({ out: `${root}/a.png` }),
  ],
  [
    'make_image',
    { photo: 'photo.jpg', output: 'a.png', template: 'poster' },
    'output isn’t a field. Did you mean out? Example: "out": "result.png".',
    poster({}),
  ],
  [
    'make_image',
    { out: 'a.png', template: 'poster' },
    'photo is missing. It must be the path of a JPEG, PNG, WebP or HEIC file. Example: "photo": "photo.jpg".',
    poster({}),
  ],
  ['make_image', poster({ photo: 'foto.jpg' }), 'foto.jpg doesn’t exist. Files in this folder: photo.jpg.', poster({})],
  [
    'make_image',
    poster({ texts: ['Hello'] }),
    'texts is ["Hello"]. It must be an object. Example: "texts": {"text1":"Hello"}.',
    poster({ texts: { text1: 'Hello' } }),
  ],
  [
    'make_image',
    poster({ width: 100 }),
    'height is missing. Give both. Example: "width": 1080, "height": 1350.',
    poster({ width: 100, height: 100 }),
  ],
  [
    'make_image',
    poster({ width: 100.5, height: 100 }),
    'width is 100.5. It must be a whole number from 1 to 8000. Example: "width": 1080.',
    poster({ width: 100, height: 100 }),
  ],
  [
    'make_image',
    poster({ size: '1080x1080' }),
    'size isn’t a field. Did you mean width?',
    poster({ width: 1080, height: 1080 }),
  ],
  [
    'make_image',
    poster({ quality: 0.9 }),
    'quality is 0.9. It must be a whole number from 1 to 100',
    poster({ quality: 90 }),
  ],
  ['describe_photo', { image: 'photo.jpg' }, 'image isn’t a field. Did you mean photo?', { photo: 'photo.jpg' }],
  [
    'describe_photo',
    { photo: 'photo.jpg', frame: '16x9' },
    'frame is "16x9". It must be one of "photo", "1:1", "4:5", "9:16", "16:9"',
    { photo: 'photo.jpg', frame: '16:9' },
  ],
  [
    'erase_object',
    { photo: 'photo.jpg', out: 'a.png' },
    'x is missing. It must be a number from 0 to 100.',
    { photo: 'photo.jpg', out: 'a.png', x: 1, y: 1 },
  ],
  [
    'erase_object',
    { photo: 'photo.jpg', out: 'a.png', x: 500, y: 1 },
    'x is 500. It must be a number from 0 to 100.',
    { photo: 'photo.jpg', out: 'a.png', x: 50, y: 1 },
  ],
  ['remove_background', { photo: 'photo.jpg' }, 'out is missing.', { photo: 'photo.jpg', out: 'a.png' }],
]

it.each(CALLS)(
  '%s names the field, the rule and an example in the error about %j',
  async (tool, wrong, words, right) => {
    await expect(call(tool, wrong)).rejects.toThrow(UsageError)
    await expect(call(tool, wrong)).rejects.toThrow(words)
    await call(tool, right)
    expect(passed.at(-1)?.args).toMatchObject({ photo: expect.stringContaining('photo.jpg') })
  },
)

it('a tool that does not exist is answered with the list of tools', async () => {
  await expect(call('makeImage', {})).rejects.toThrow(
    'There is no tool "makeImage". Tools: list_templates, list_fonts,',
  )
})

it('an error about several mistakes names each', async () => {
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
])('the harmless variant %j of a layer is accepted', async (layer, expected) => {
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

it('an image that is sent as text is accepted', async () => {
  await call('make_image', { photo: 'photo.jpg', out: 'a.png', image: JSON.stringify({ layers: [text] }) })
  expect(passed.at(-1)?.image).toEqual({ image: { layers: [text] } })
})

it('the listed schemas are small and use no keywords that clients reject', () => {
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
