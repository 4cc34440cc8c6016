/** Checks of a kind's records and geometry, without pixels. Each returns messages, or an empty list if it passes. */

import { conform, defaults, type Fields } from '#client/kit/values/fields.ts'
import { AssetStore } from '#client/model/assets/store.ts'
import type { DocumentSnapshot, LayerBase } from '#client/model/document/document.ts'
import { fitted, layerOf, samplesOf, schemaViolations, type TestedKind, transformOf, valuesOf } from './testedKind.ts'

type RecordCheck = (kind: TestedKind, doc: DocumentSnapshot) => string[]

const INVALID: readonly unknown[] = [
  null,
  undefined,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -1e9,
  1e9,
  'x',
  '#12',
  [],
  {},
]

export const RECORD_CHECKS: Readonly<Record<string, RecordCheck>> = {
  'has a label and a placement that its slot allows': (kind) => [
    ...(kind.label.trim() ? [] : ['it has no label']),
    ...(kind.slot === 'placed' || kind.placement === (kind.slot === 'subject' ? 'foreground' : 'background')
      ? []
      : [`a kind of the slot '${kind.slot}' may not be in the ${kind.placement}`]),
  ],

  'has legal defaults that survive JSON': ({ fields }) => {
    const fresh = defaults(fields)
    const read = conform(fields, JSON.parse(JSON.stringify(fresh)))
    return [
      ...schemaViolations(fields, fresh),
      ...(JSON.stringify(read) === JSON.stringify(fresh) ? [] : ['JSON changes its defaults']),
      ...(sharesObjects(fresh, defaults(fields)) ? ['two layers share a default object'] : []),
    ]
  },

  'accepts no invalid values': ({ fields }) => [
    ...INVALID.flatMap((invalid) => schemaViolations(fields, conform(fields, invalid))),
    ...INVALID.flatMap((invalid) => schemaViolations(fields, conform(fields, filledWith(fields, invalid)))),
    ...schemaViolations(fields, conform(fields, { stranger: 1 })),
  ],

  'moves to the given center': (kind, doc) =>
    eachSample(kind, doc, (layer, transform) => {
      const { width, height } = doc.photo ?? { width: 0, height: 0 }
      const before = transform.placed(layer, doc)
      const to = { x: before.center.x + width * 0.05, y: before.center.y - height * 0.05 }
      const copy = structuredClone(layer)
      transform.moveTo(copy, to, doc)
      const { center, size } = transform.placed(copy, doc)
      const away = Math.hypot(center.x - to.x, center.y - to.y)
      return [
        ...(away <= 0.5 ? [] : [`it is ${away.toFixed(2)} px off the given center`]),
        ...(isNear(size.width, before.size.width, 0.5) ? [] : ['moving changes its size']),
        ...schemaViolations(kind.fields, valuesOf(copy)),
      ]
    }),

  'scales by the given factor': (kind, doc) =>
    eachSample(kind, doc, (layer, { placed, scaleBy }) => {
      if (!scaleBy) return []
      const sized = (factor: number) => {
        const copy = structuredClone(layer)
        scaleBy(copy, factor, layer)
        return copy
      }
      const before = placed(layer, doc).size.width
      const [same, larger] = [placed(sized(1), doc).size.width, placed(sized(1.25), doc).size.width]
      return [
        ...(isNear(same, before, 0.5) ? [] : ['scaling by 1 changes its size']),
        ...(isNear(larger / before, 1.25, 0.1) ? [] : [`scaling by 1.25 scales it by ${(larger / before).toFixed(2)}`]),
        ...[0, 1e-6, 1e6].flatMap((factor) => schemaViolations(kind.fields, valuesOf(sized(factor)))),
      ]
    }),

  'rotates to the given angle': (kind, doc) =>
    eachSample(kind, doc, (layer, { placed, rotateTo }) => {
      if (!rotateTo) return []
      return [0, 33, -33, 179.5, 200, 359, 725].flatMap((degrees) => {
        const copy = structuredClone(layer)
        rotateTo(copy, degrees)
        const off = Math.abs(Math.sin(((placed(copy, doc).rotation - degrees) * Math.PI) / 360))
        return [
          ...(off < 0.001 ? [] : [`rotated to ${degrees}° it has ${placed(copy, doc).rotation}°`]),
          ...schemaViolations(kind.fields, valuesOf(copy)),
        ]
      })
    }),

  'is not changed by queries': (kind, doc) =>
    eachSample(kind, doc, (layer, transform) => {
      const before = JSON.stringify(layer)
      const { center } = transform.placed(layer, doc)
      transform.hit?.(layer, center, doc, new AssetStore())
      transform.orbit?.of(layer)
      transform.sizeText?.(layer)
      return JSON.stringify(layer) === before ? [] : ['a query changes it']
    }),
}

type Transform = NonNullable<ReturnType<typeof transformOf>>

/** Runs a check on each sample of a movable kind. Messages start with the sample's name. */
function eachSample(
  kind: TestedKind,
  doc: DocumentSnapshot,
  check: (layer: LayerBase, transform: Transform) => string[],
) {
  const transform = transformOf(kind)
  if (!transform) return []
  return Object.entries(samplesOf(kind)).flatMap(([name, values]) =>
    check(fitted(kind, layerOf(kind, values), doc, 0.3), transform).map((complaint) => `${name}: ${complaint}`),
  )
}

const isNear = (a: number, b: number, by: number) => Math.abs(a - b) <= by

const filledWith = (fields: Fields, invalid: unknown): object =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.type === 'group' ? filledWith(field.fields, invalid) : invalid,
    ]),
  )

function sharesObjects(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return false
  if (a === b) return true
  return Object.keys(a).some((name) => sharesObjects(a[name as keyof typeof a], b[name as keyof typeof b]))
}
