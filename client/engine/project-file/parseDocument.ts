/**
 * Parses documents. Settings are parsed with the field tables, which replace an invalid value with the nearest valid
 * value. Invalid values that have no default (ids, sizes, the order of layers) throw. If a part of `Document` isn't
 * parsed, the compiler reports an error.
 */

import type { Rect } from '#client/kit/geometry/geometry.ts'
import { clampField, conform } from '#client/kit/values/fields.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { kindOf, kinds } from '#client/layers/registry.ts'
import { type Backdrop, colorBackdrop, imageBackdrop } from '#client/model/document/backdrop.ts'
import { parseCrop } from '#client/model/document/crop.ts'
import {
  createDocument,
  type Document,
  type LayerBase,
  type Photo,
  type Separation,
  type SubjectSelection,
} from '#client/model/document/document.ts'
import { depthField } from '#client/model/document/motion.ts'
import { isBlendMode } from '#shaders/blend/modes.ts'
import {
  finite,
  flag,
  InvalidProjectError,
  id,
  type JsonRecord,
  jsonArray,
  jsonRecord,
  pixels,
  text,
} from './validate.ts'

/**
 * Maximum number of layers in a file, to protect against hostile files. The editor has no such limit. A user never
 * draws 20,000 layers, even if each pencil stroke is a layer.
 */
export const MAX_LAYERS = 20_000

/** Parses a document from untrusted JSON. @throws InvalidProjectError */
export function parseDocument(raw: unknown): Document {
  const from = jsonRecord(raw)
  const { crop = null } = from // projects saved by older versions have no crop
  jsonRecord(from.tune) // every version saves the enhancements
  const layers = parseLayerTable(jsonRecord(from.layers))
  const core = {
    photo: from.photo === null ? null : photo(jsonRecord(from.photo)),
    separation: from.separation === null ? null : separation(jsonRecord(from.separation)),
    backdrop: backdrop(jsonRecord(from.backdrop)),
    crop: crop === null ? null : parseCrop(jsonRecord(crop)),
    layers,
    order: parseOrder(from.order, layers),
  }
  const read = createDocument(core, (part, { fields }) =>
    from[part] === undefined ? undefined : conform(fields, from[part]),
  )
  checkKinds(read)
  keepOlderPicture(read, jsonRecord(from.layers))
  return read
}

const photo = (raw: JsonRecord): Photo => ({
  asset: id(raw.asset),
  name: text(raw.name),
  width: pixels(raw.width),
  height: pixels(raw.height),
  hasAlpha: flag(raw.hasAlpha),
  ...(raw.colorSpace === 'display-p3' && { colorSpace: raw.colorSpace }),
})

const separation = ({ matte, model, box, chosen }: JsonRecord): Separation => ({
  matte: id(matte),
  model: text(model),
  box: rect(jsonRecord(box)),
  ...(chosen !== undefined && { chosen: parseChosen(chosen) }),
})

const rect = ({ x, y, width, height }: JsonRecord): Rect => ({
  x: finite(x),
  y: finite(y),
  width: pixels(width),
  height: pixels(height),
})

function backdrop(raw: JsonRecord): Backdrop {
  switch (raw.type) {
    case 'original':
    case 'transparent':
      return { type: raw.type }
    case 'color':
      return colorBackdrop(raw)
    case 'image':
      return imageBackdrop(
        {
          asset: id(raw.asset),
          width: pixels(raw.width),
          height: pixels(raw.height),
          hasAlpha: flag(raw.hasAlpha),
        },
        raw,
      )
    default:
      throw new InvalidProjectError('no backdrop')
  }
}

function parseLayerTable(raw: JsonRecord): Document['layers'] {
  const entries = jsonArray(Object.entries(raw), MAX_LAYERS) as [string, unknown][]
  return Object.fromEntries(
    entries.map(([key, value]) => {
      const layer = parseLayer(jsonRecord(value))
      if (layer.id !== key) throw new InvalidProjectError('a layer under another id')
      return [layer.id, layer]
    }),
  )
}

/** Parsers for the fields that all layers share. A field that is optional may be absent. */
const BASE: { readonly [K in keyof LayerBase]-?: (raw: unknown) => Required<LayerBase>[K] } = {
  id: id<LayerId>,
  kind: (raw) => {
    if (typeof raw !== 'string' || !Object.hasOwn(kinds, raw)) throw new InvalidProjectError('no kind')
    return raw
  },
  placement: (raw) => {
    if (raw !== 'background' && raw !== 'foreground') throw new InvalidProjectError('no placement')
    return raw
  },
  name: (raw) => text(raw),
  isHidden: (raw) => only(raw),
  isLocked: (raw) => only(raw),
  blendMode: (raw) => {
    if (!isBlendMode(raw)) throw new InvalidProjectError('no blend mode')
    return raw
  },
  anchor: (raw) => {
    if (raw !== 'subject') throw new InvalidProjectError('no anchor')
    return raw
  },
  depth: (raw) => clampField(depthField, finite(raw)),
}

function only(raw: unknown): true {
  if (raw !== true) throw new InvalidProjectError('no mark')
  return raw
}

function parseLayer(raw: JsonRecord): LayerBase {
  const given = Object.entries(BASE).filter(([name]) => name in raw || name === 'id' || name === 'kind')
  const base = Object.fromEntries(given.map(([name, read]) => [name, read(raw[name])])) as unknown as LayerBase
  return { ...conform(kindOf(base.kind).fields, raw), ...base, placement: BASE.placement(raw.placement) }
}

function parseOrder(raw: unknown, layers: Document['layers']): LayerId[] {
  const order = jsonArray(raw, MAX_LAYERS).map((each) => id<LayerId>(each))
  const known = Object.keys(layers)
  if (order.length !== known.length || new Set(order).size !== known.length) throw new InvalidProjectError('no order')
  if (!order.every((each) => Object.hasOwn(layers, each))) throw new InvalidProjectError('an order of other layers')
  return order
}

/**
 * Switches off the background fill in a project that was saved before the fill existed. In those projects, the photo
 * shows the subject even if its layer is hidden.
 */
function keepOlderPicture({ backdrop, layers }: Document, raw: JsonRecord): void {
  for (const layer of Object.values(layers) as (LayerBase & { fill?: { enabled: boolean } })[])
    if (layer.fill && layer.isHidden && backdrop.type === 'original' && !('fill' in jsonRecord(raw[layer.id])))
      layer.fill.enabled = false
}

/**
 * Checks what painting requires: a photo, exactly one background, a subject if and only if there is a separation, and
 * no more layers of a kind than allowed. @throws InvalidProjectError
 */
function checkKinds({ photo, separation, layers }: Document): void {
  const count = (name: string) => Object.values(layers).filter(({ kind }) => kind === name).length
  const isSound =
    photo !== null &&
    count('background') === 1 &&
    count('subject') === (separation ? 1 : 0) &&
    Object.keys(kinds).every((name) => count(name) <= (kindOf(name).limit ?? Number.POSITIVE_INFINITY))
  if (!isSound) throw new InvalidProjectError('no sound document')
}

const MAX_CHOICES = 1000
const MAX_POINTS = 100

/** Parses the user's selection of the subject. @throws InvalidProjectError */
function parseChosen(raw: unknown): SubjectSelection {
  const { start, choices } = jsonRecord(raw)
  return {
    start: parseStart(start),
    choices: jsonArray(choices, MAX_CHOICES).map((choice) => {
      const { adds, points } = jsonRecord(choice)
      return { adds: flag(adds), points: jsonArray(points, MAX_POINTS).map(parsePoint) }
    }),
  }
}

function parseStart(raw: unknown): SubjectSelection['start'] {
  if (raw === 'found' || raw === 'nothing' || raw === 'people') return raw
  return finite(raw)
}

function parsePoint(raw: unknown): SubjectSelection['choices'][number]['points'][number] {
  const { x, y, kind } = jsonRecord(raw)
  if (kind !== 'in' && kind !== 'out' && kind !== 'box-start' && kind !== 'box-end')
    throw new InvalidProjectError('no point')
  return { x: finite(x), y: finite(y), kind }
}
