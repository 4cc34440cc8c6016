/**
 * A document out of JSON that may come from anywhere. Settings are read by the field tables, which take the nearest legal
 * value; what has none (an id, a size, the order of layers) throws `InvalidProjectError`. What `Document` holds and this table
 * does not read, the compiler finds.
 */

import { tuneFields } from '#shaders/tune/enhancements.ts'
import { conform } from '../../kit/base/fields.ts'
import type { Rect } from '../../kit/base/geometry.ts'
import type { LayerId } from '../../kit/base/ids.ts'
import { kindOf, kinds } from '../../layers/registry.ts'
import { type Backdrop, colorBackdrop, imageBackdrop } from '../../model/document/backdrop.ts'
import type { Document, LayerBase, Photo, Separation } from '../../model/document/document.ts'
import { maskEditFields } from '../../model/document/maskEdits.ts'
import { parseChosen } from './parseChosen.ts'
import { type Bag, bag, finite, flag, InvalidProjectError, id, items, pixels, text } from './validate.ts'

const MAX_LAYERS = 1000

type Readers<T> = { readonly [K in keyof T]-?: (raw: unknown) => T[K] }

const RECORDS: Readers<Omit<Document, 'layers' | 'order'>> = {
  photo: (raw) => (raw === null ? null : photo(bag(raw))),
  separation: (raw) => (raw === null ? null : separation(bag(raw))),
  mend: (raw) => conform(maskEditFields, raw),
  backdrop: (raw) => backdrop(bag(raw)),
  tune: (raw) => {
    const { image, foreground, background } = bag(raw)
    return {
      image: conform(tuneFields, image),
      foreground: conform(tuneFields, foreground),
      background: conform(tuneFields, background),
    }
  },
}

export function parseDocument(raw: unknown): Document {
  const from = bag(raw)
  const layers = parseLayers(bag(from.layers))
  const read: Document = {
    photo: RECORDS.photo(from.photo),
    separation: RECORDS.separation(from.separation),
    mend: RECORDS.mend(from.mend),
    backdrop: RECORDS.backdrop(from.backdrop),
    tune: RECORDS.tune(from.tune),
    layers,
    order: parseOrder(from.order, layers),
  }
  checkKinds(read)
  keepOlderPicture(read, bag(from.layers))
  return read
}

const photo = (raw: Bag): Photo => ({
  asset: id(raw.asset),
  name: text(raw.name),
  width: pixels(raw.width),
  height: pixels(raw.height),
  hasAlpha: flag(raw.hasAlpha),
})

const separation = ({ matte, model, box, chosen }: Bag): Separation => ({
  matte: id(matte),
  model: text(model),
  box: rect(bag(box)),
  ...(chosen !== undefined && { chosen: parseChosen(chosen) }),
})

const rect = ({ x, y, width, height }: Bag): Rect => ({
  x: finite(x),
  y: finite(y),
  width: pixels(width),
  height: pixels(height),
})

function backdrop(raw: Bag): Backdrop {
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

function parseLayers(raw: Bag): Document['layers'] {
  const entries = items(Object.entries(raw), MAX_LAYERS) as [string, unknown][]
  return Object.fromEntries(
    entries.map(([key, value]) => {
      const layer = parseLayer(bag(value))
      if (layer.id !== key) throw new InvalidProjectError('a layer under another id')
      return [layer.id, layer]
    }),
  )
}

/** What every layer shares, besides its kind's own fields. Absent = the layer has it not. */
const BASE: Readers<Required<LayerBase>> = {
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
}

function only(raw: unknown): true {
  if (raw !== true) throw new InvalidProjectError('no mark')
  return raw
}

function parseLayer(raw: Bag): LayerBase {
  const given = Object.entries(BASE).filter(([name]) => name in raw || name === 'id' || name === 'kind')
  const base = Object.fromEntries(given.map(([name, read]) => [name, read(raw[name])])) as unknown as LayerBase
  return { ...conform(kindOf(base.kind).fields, raw), ...base, placement: BASE.placement(raw.placement) }
}

function parseOrder(raw: unknown, layers: Document['layers']): LayerId[] {
  const order = items(raw, MAX_LAYERS).map((each) => id<LayerId>(each))
  const known = Object.keys(layers)
  if (order.length !== known.length || new Set(order).size !== known.length) throw new InvalidProjectError('no order')
  if (!order.every((each) => Object.hasOwn(layers, each))) throw new InvalidProjectError('an order of other layers')
  return order
}

/** In projects made before the background could be filled, a hidden subject was still seen in its own photo. */
function keepOlderPicture({ backdrop, layers }: Document, raw: Bag): void {
  for (const layer of Object.values(layers) as (LayerBase & { fill?: { enabled: boolean } })[])
    if (layer.fill && layer.isHidden && backdrop.type === 'original' && !('fill' in bag(raw[layer.id])))
      layer.fill.enabled = false
}

/** What the painters rely on: one background, a subject where there is a separation, and no kind too often. */
function checkKinds({ photo, separation, layers }: Document): void {
  const count = (name: string) => Object.values(layers).filter(({ kind }) => kind === name).length
  const isSound =
    photo !== null &&
    count('background') === 1 &&
    count('subject') === (separation ? 1 : 0) &&
    Object.keys(kinds).every((name) => count(name) <= (kindOf(name).limit ?? Number.POSITIVE_INFINITY))
  if (!isSound) throw new InvalidProjectError('no sound document')
}
