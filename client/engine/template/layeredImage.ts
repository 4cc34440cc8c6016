/**
 * A layered image is JSON that describes layers on a photo. Scripts and agents write it. Its JSON schema is generated
 * from the field tables, so ranges and defaults are those of the editor.
 */
import { middleOf } from '#client/kit/geometry/geometry.ts'
import { conform, type Field, type Fields } from '#client/kit/values/fields.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { type KindName, kindOf, newLayer } from '#client/layers/registry.ts'
import {
  type Backdrop,
  canvasSize,
  colorBackdrop,
  colorBackdropFields,
  floorFields,
  gradientFields,
} from '#client/model/document/backdrop.ts'
import { type Crop, cropFields, largestFrame, ratioOf } from '#client/model/document/crop.ts'
import { type Document, type DocumentSnapshot, emptyDocument, tuneSets } from '#client/model/document/document.ts'
import { tuneFields } from '#shaders/tune/enhancements.ts'
import type { Template } from './applyTemplate.ts'
import type { LayerLayout } from './templateLayout.ts'

/** Kinds of layers that don't need images. */
const LAYER_KINDS = ['text', 'shape', 'sticker'] as const satisfies readonly KindName[]
const FRAMES = cropFields.format.options.filter((format) => format !== 'free')
const MAX_LAYERS = 100
const MAX_ERASED = 20

/** A place in the photo in percent of its sides: a point, or a box if width and height are given. */
export interface PhotoPlace {
  readonly x: number
  readonly y: number
  readonly width?: number
  readonly height?: number
}

/** The fields of a layer. `area` sets its position. */
type LayerSpec = Readonly<Record<string, unknown>> &
  Partial<LayerLayout> & { readonly kind: (typeof LAYER_KINDS)[number] }

/** A layered image that is valid by the schema. Missing parts have the values of a new document. */
export interface LayeredImage {
  readonly frame?: Crop['format']
  readonly background?: { readonly type: Backdrop['type'] } & Readonly<Record<string, unknown>>
  readonly subject?: Readonly<Record<string, unknown>>
  readonly tune?: { readonly subject?: object; readonly background?: object }
  readonly erase?: readonly PhotoPlace[]
  readonly layers?: readonly LayerSpec[]
}

const LAYOUT_NAMES = ['area', 'elsewhere', 'align', 'alignY', 'covers', 'padding'] as const

/** Returns the image as a template for the photo of `on`. All lengths are px of this photo. */
export function templateOf(image: LayeredImage, on: DocumentSnapshot): Template {
  const { background, subject, tune = {}, layers = [] } = image
  const document = { ...emptyDocument(), photo: on.photo, separation: on.separation } as Document
  newLayer(document, 'background')
  if (on.separation) newLayer(document, 'subject', subject)
  if (background?.type === 'color') document.backdrop = colorBackdrop(background)
  if (background?.type === 'transparent') document.backdrop = { type: 'transparent' }
  document.tune = conform(tuneSets, { image: tune.background, foreground: tune.subject, background: tune.background })
  document.crop = cropTo(image.frame ?? 'photo', on)
  const areas: Record<LayerId, LayerLayout> = {}
  for (const { kind, name, ...values } of layers) {
    const id = newLayer(document, kind, values)
    const layer = document.layers[id]
    if (layer && typeof name === 'string') layer.name = name
    const { area, ...layout } = Object.fromEntries(LAYOUT_NAMES.map((key) => [key, values[key]])) as LayerSpec
    // if the placement of a text layer is given, it isn't changed, even if the subject hides the text
    if (area) areas[id] = { area, ...layout, ...(values.placement !== undefined && { isOrnament: true }) }
  }
  return { document, layout: { layers: areas, isFixed: true } }
}

/**
 * Returns a crop with the largest frame of the aspect ratio `format`, centered on the subject as far as possible.
 * Null for 'photo', which means the whole photo.
 */
export function cropTo(format: Crop['format'], doc: DocumentSnapshot): Crop | null {
  if (format === 'photo') return null
  const canvas = canvasSize(doc)
  const center = middleOf(doc.separation?.box ?? { x: 0, y: 0, ...canvas })
  return conform(cropFields, { format, ...largestFrame(ratioOf(format, canvas) ?? 1, 0, canvas, center) })
}

/** Returns the JSON schema (draft 7) of a layered image. */
export const layeredImageSchema = () => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  ...annotate(
    'A layered image: layers to put on a photo. px = pixels of the photo, percent = share of the photo’s sides.',
    objectOf({
      frame: annotate('The visible part of the photo, centered on the subject.', { enum: FRAMES, default: 'photo' }),
      background: annotate('What is behind the subject: the photo, nothing, or a color.', BACKGROUND),
      subject: objectOf(propertiesOf(kindOf('subject').fields)),
      tune: objectOf({ subject: objectOf(propertiesOf(tuneFields)), background: objectOf(propertiesOf(tuneFields)) }),
      erase: annotate('Objects to erase: a point on each, or a box around it (left, top, width, height).', ERASE),
      layers: annotate('Bottom layer first.', { type: 'array', maxItems: MAX_LAYERS, items: layerSchema() }),
    }),
  ),
})

/** Adds an English description for programs that read the schema. */
const annotate = (text: string, schema: object) => Object.assign({}, schema, { description: text })

const objectOf = (properties: object) => ({ type: 'object', additionalProperties: false, properties })

const propertiesOf = (fields: Fields): object =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const schema = schemaOf(field)
      return schema ? [[name, schema]] : []
    }),
  )

/** Returns the schema of a field. Null for lists, which contain the strokes or points of a tool. */
function schemaOf(field: Field): object | null {
  switch (field.type) {
    case 'number': {
      const type = field.isWhole ? 'integer' : 'number'
      const unit = field.unit === 'none' ? '' : `, ${field.unit}`
      const limits = { type, minimum: field.hardMin, maximum: field.hardMax, default: field.default }
      return annotate(field.label + unit, limits)
    }
    case 'flag':
      return annotate(field.label, { type: 'boolean', default: field.default })
    case 'color':
      return annotate(field.label, { type: 'string', pattern: '^#([0-9a-fA-F]{3}){1,2}$', default: field.default })
    case 'string':
      return annotate(field.about ?? field.label, {
        type: 'string',
        maxLength: field.maxLength,
        default: field.default,
      })
    case 'choice':
      return annotate(field.label, { enum: field.options, default: field.default })
    case 'group':
      return annotate(field.label, objectOf(propertiesOf(field.fields)))
    case 'list':
      return null
  }
}

const PERCENT = { type: 'number', minimum: 0, maximum: 100 }
const LENGTH = { type: 'number', minimum: 0.1, maximum: 100 }
const AREA_PLACE = { type: 'number', minimum: -1, maximum: 2 }
const AREA_LENGTH = { type: 'number', minimum: 0.001, maximum: 2 }
const AREA = { type: 'array', minItems: 4, maxItems: 4, items: [AREA_PLACE, AREA_PLACE, AREA_LENGTH, AREA_LENGTH] }

const BACKGROUND = {
  ...objectOf({
    type: { enum: ['original', 'transparent', 'color'] },
    ...propertiesOf(colorBackdropFields),
    gradient: objectOf(propertiesOf(gradientFields)),
    floor: objectOf(propertiesOf(floorFields)),
  }),
  required: ['type'],
}

const ERASE = {
  type: 'array',
  maxItems: MAX_ERASED,
  items: {
    ...objectOf({ x: PERCENT, y: PERCENT, width: LENGTH, height: LENGTH }),
    required: ['x', 'y'],
    dependencies: { width: ['height'], height: ['width'] },
  },
}

/** The properties that layers of all kinds share. */
const LAYER = {
  name: annotate('The name by which the report lists the layer.', { type: 'string', maxLength: 100 }),
  placement: annotate('Behind the subject, or in front of it.', { enum: ['background', 'foreground'] }),
  area: annotate(
    'Left, top, width, height of the box that the layer fills, in fractions of the frame. Replaces size and position.',
    AREA,
  ),
  elsewhere: annotate('Further areas. The layer takes the first area in which the subject hides little of it.', {
    type: 'array',
    maxItems: 10,
    items: AREA,
  }),
  align: annotate('Place in the area.', { enum: ['left', 'center', 'right'] }),
  alignY: annotate('Place in the area.', { enum: ['top', 'center', 'bottom'] }),
}

const layerSchema = () => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { enum: LAYER_KINDS } },
  allOf: LAYER_KINDS.map((kind) => ({
    if: { properties: { kind: { const: kind } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: objectOf({ kind: { const: kind }, ...LAYER, ...propertiesOf(kindOf(kind).fields) }),
  })),
})
