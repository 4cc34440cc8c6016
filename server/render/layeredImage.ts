/** Checks a layered image. Each layer is checked against the schema of its kind. */
import type { Catalogue } from '#server/contract/render.ts'
import { failWithMistakes, mistakesIn, tidied } from './checkValue.ts'
import type { Schema } from './explainSchema.ts'

export interface ImageSchemas {
  /** The image without the fields of its layers. */
  whole: Schema
  /** The layers by kind. */
  kinds: ReadonlyMap<unknown, Schema>
}

interface Layer {
  kind?: unknown
}

/** The published schema. Each kind's schema is the `then` branch of a condition in the layers' schema. */
type Published = Schema & { properties: { layers: Schema & { items: { allOf: readonly { then: Schema }[] } } } }

const known = new WeakMap<object, ImageSchemas>()

/** Splits the published schema. Only the fonts of the catalog are allowed. */
export function imageSchemas({ layeredImage, fonts }: Catalogue): ImageSchemas {
  const found = known.get(layeredImage)
  if (found) return found
  const { $schema: _, ...image } = layeredImage as Published & { $schema: string }
  const { layers } = image.properties
  const kinds = new Map(layers.items.allOf.map(({ then }) => [then.properties?.kind?.const, withFonts(then, fonts)]))
  const items = { type: 'object', required: ['kind'], properties: { kind: { enum: [...kinds.keys()] } } }
  const examples = [[{ kind: 'text', text: 'Hello', area: [0.1, 0.1, 0.8, 0.3] }]]
  const schemas = {
    whole: { ...image, properties: { ...image.properties, layers: { ...layers, items, examples } } },
    kinds,
  }
  known.set(layeredImage, schemas)
  return schemas
}

function withFonts(kind: Schema, fonts: Catalogue['fonts']): Schema {
  const { fontFamily, area, ...fields } = kind.properties ?? {}
  const families = fontFamily && { enum: fonts.map(({ name }) => name) }
  const place = area && { ...area, examples: [[0.1, 0.1, 0.8, 0.3]] }
  return {
    ...kind,
    properties: { ...fields, ...(families && { fontFamily: families }), ...(place && { area: place }) },
  }
}

/**
 * Returns the image with harmless variants replaced. `path` names the image in errors. @throws {UsageError} that names
 * each invalid value
 */
export function checkedImage(raw: unknown, catalogue: Catalogue, path = ''): object {
  const { whole, kinds } = imageSchemas(catalogue)
  const image = tidied(whole, raw) as { layers?: readonly (Layer | null)[] }
  const mistakes = mistakesIn(whole, image, path)
  const { layers } = Object(image) as { layers?: readonly (Layer | null)[] }
  const { maxItems = 0 } = whole.properties?.layers ?? {}
  if (!Array.isArray(layers) || layers.length > maxItems) return failWithMistakes(mistakes) ?? image
  const tidy = layers.map((layer) => tidied(kinds.get(layer?.kind) ?? {}, layer) as Layer | null)
  const inLayers = tidy.flatMap((layer, i) => {
    const kind = kinds.get(layer?.kind)
    return kind ? mistakesIn(kind, layer, `${path}${path && '.'}layers[${i}]`) : []
  })
  return failWithMistakes([...mistakes, ...inLayers]) ?? { ...image, layers: tidy }
}
