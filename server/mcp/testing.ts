/** Typical wrong calls of language models, and their repairs. */
export const text = { kind: 'text', text: 'Hello' }
/** Returns the arguments of a call that makes an image from `layers`. */
export const image = (...layers: object[]) => ({ photo: 'photo.jpg', out: 'a.png', image: { layers } })
/** Returns the arguments of a call that makes a layered image. */
const whole = (parts: object) => ({ photo: 'photo.jpg', out: 'a.png', image: parts })
/** Returns the arguments of a call that uses a template. */
export const poster = (more: object) => ({ photo: 'photo.jpg', out: 'a.png', template: 'poster', ...more })

/** The wrong arguments, a part of the message, and the repaired arguments. */
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
    'It must be a list of 4 numbers: from -1 to 2, from -1 to 2, from 0.001 to 2, from 0.001 to 2. Example: "area": [0.1,0.1,0.8,0.3].',
    { ...text, area: [0, 0, 1, 1] },
  ],
  [
    { ...text, area: [10, 10, 80, 20] },
    'area[0] is 10. It must be a number from -1 to 2',
    { ...text, area: [0.1, 0.1, 0.8, 0.2] },
  ],
  [
    { ...text, area: [0.9, 0.1, -0.8, 0.3] },
    'area[2] is -0.8. It must be a number from 0.001 to 2. Example: 0.1.',
    { ...text, area: [0.1, 0.1, 0.8, 0.3] },
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

type WrongCall = readonly [tool: string, wrong: object, words: string, right: object]

/** Wrong calls, parts of their messages, and the repaired calls. */
export const WRONG_CALLS: readonly WrongCall[] = [
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
    'Give exactly one of template, design and image. Examples: "template": "poster"',
    poster({}),
  ],
  [
    'make_image',
    { ...image(text), template: 'poster' },
    'Give exactly one of template, design and image.',
    image(text),
  ],
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
    'frame is "16x9". It must be one of "photo", "1:1", "4:5", "9:16", "16:9", "210:297"',
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
  [
    'erase_object',
    { photo: 'photo.jpg', out: 'a.png', x: 30, y: 20, width: 40 },
    'height is missing. Give both. Example: "width": 20, "height": 30.',
    { photo: 'photo.jpg', out: 'a.png', x: 30, y: 20, width: 40, height: 10 },
  ],
  [
    'erase_object',
    { photo: 'photo.jpg', out: 'a.png', x: 30, y: 20, width: 0, height: 10 },
    'width is 0. It must be a number from 0.1 to 100.',
    { photo: 'photo.jpg', out: 'a.png', x: 30, y: 20 },
  ],
  [
    'make_image',
    whole({ erase: [{ x: 30, y: 20, height: 40 }] }),
    'erase[0].width is missing. It must be a number from 0.1 to 100.',
    whole({ erase: [{ x: 30, y: 20, width: 10, height: 40 }] }),
  ],
  ['remove_background', { photo: 'photo.jpg' }, 'out is missing.', { photo: 'photo.jpg', out: 'a.png' }],
]
