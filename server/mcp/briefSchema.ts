/**
 * Shortens the schema of layered images for the list of tools. Some clients reject if, then, const and oneOf, and every
 * client sends the schema to its model. The ranges and choices of small fields move into their descriptions.
 */
import { itemOf, type Schema } from '#server/render/explainSchema.ts'
import type { ImageSchemas } from '#server/render/layeredImage.ts'

/** Returns one flat schema for all kinds of layers. The server checks calls against the whole schema. */
export function briefImageSchema({ whole, kinds }: ImageSchemas): object {
  const { layers: _, ...parts } = whole.properties ?? {}
  return {
    type: 'object',
    description: 'A layered image, instead of a template. px: of the photo. A field left out has its default.',
    properties: {
      ...Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, briefPart(part)])),
      layers: {
        type: 'array',
        description: 'Bottom layer first.',
        items: { type: 'object', properties: mergedFields(kinds), required: ['kind'] },
      },
    },
  }
}

/** Returns a part of the image with its direct fields as text. */
function briefPart(part: Schema): object {
  const { type, enum: choices, properties, required, items, description } = part
  if (choices) return { enum: choices, description }
  if (type === 'array') return { type, description, items: items && briefPart(itemOf(part, 0)) }
  const entries = Object.entries(properties ?? {})
  const fields = entries.map(([name, field], i) => {
    const same = entries.slice(0, i).find(([, other]) => other.properties && wordsFor(other) === wordsFor(field))
    return [name, same ? { type: field.type, description: `as ${same[0]}` } : briefField(field)]
  })
  return {
    type,
    ...(description && { description }),
    properties: Object.fromEntries(fields),
    ...(required && { required }),
  }
}

function briefField(schema: Schema): object {
  if (schema.enum) return { enum: schema.enum }
  return { ...(schema.type && { type: schema.type }), description: wordsFor(schema) }
}

/** Returns the fields of all kinds. If a field differs between kinds, its description names the kinds. */
function mergedFields(kinds: ImageSchemas['kinds']): object {
  const names = new Set([...kinds.values()].flatMap(({ properties }) => Object.keys(properties ?? {})))
  const fields = [...names].map((name) => {
    const found = [...kinds].flatMap(([kind, { properties }]) => {
      const field = properties?.[name]
      return field ? [{ kind, field, words: wordsFor(field) }] : []
    })
    const [first] = found
    if (!first || name === 'kind') return [name, { enum: [...kinds.keys()] }]
    const { field } = first
    const note = field.type === 'array' || name === 'placement' ? field.description : undefined
    const isSame = found.every(({ words }) => words === first.words)
    const isForAll = found.length === kinds.size
    if (field.type === 'array') return [name, { type: 'array', description: note }]
    if (isSame && field.enum && field.enum.length < 10 && isForAll)
      return [name, { enum: field.enum, ...(note && { description: note }) }]
    const description = isSame
      ? `${first.words}${isForAll ? '' : ` (${found.map(({ kind }) => kind).join(', ')})`}`
      : found.map(({ kind, words }) => `${kind}: ${words}`).join('; ')
    return [name, { type: field.type ?? 'string', description }]
  })
  return Object.fromEntries(fields)
}

/** Maximum number of choices in the description. The error message about a wrong choice lists more choices. */
const MAX_CHOICES = 30

/** Returns a short description of a field's values. */
function wordsFor({ type, enum: choices, minimum, maximum, pattern, properties, description = '' }: Schema): string {
  const [, unit = ''] = /, (px|percent|degrees|factor)$/.exec(description) ?? []
  if (choices && choices.length > MAX_CHOICES) return 'see list_fonts'
  if (choices) return choices.join('|')
  if (properties)
    return Object.entries(properties)
      .map(([name, field]) => (field.type === 'boolean' ? name : `${name} ${wordsFor(field)}`))
      .join(', ')
  if (type === 'number' || type === 'integer') return `${minimum}..${maximum}${unit && ` ${unit}`}`
  if (pattern) return '#rrggbb'
  return type === 'boolean' ? 'true|false' : description
}
