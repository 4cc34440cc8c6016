/**
 * Describes parts of a JSON schema in sentences: what is allowed, an example, and the field that a reader may have
 * meant.
 */

/** The keywords of JSON Schema that our schemas use. */
export interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly required?: readonly string[]
  /** The schema of all items, or a schema for each item. */
  readonly items?: Schema | readonly Schema[]
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly description?: string
}

/** Returns the schema of a list's items. */
export const itemOf = ({ items = {} }: Schema, index: number): Schema =>
  (Array.isArray(items) ? items[index] : items) ?? {}

/** Maximum number of choices that a message lists. */
const MAX_CHOICES = 20

/**
 * Returns a phrase that follows "must be" and describes the allowed values. `data`: the rejected value, to find similar
 * choices.
 */
export function rulesOf(schema: Schema, data?: unknown): string {
  const { type, minimum, maximum, maxLength, minItems, maxItems, properties } = schema
  if (schema.enum) return choicesOf(schema.enum, data)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  switch (type) {
    case 'number':
    case 'integer':
      return `a ${type === 'integer' ? 'whole ' : ''}number from ${minimum} to ${maximum}`
    case 'boolean':
      return 'true or false'
    case 'string':
      if (schema.pattern?.startsWith('^#')) return 'a color as #rrggbb or #rgb'
      return schema.minLength ? String(schema.description) : `text of at most ${maxLength ?? 2000} characters`
    case 'array': {
      const { items } = schema
      const { type: kind } = itemOf(schema, 0)
      const each = kind === 'object' ? 'objects' : kind === 'array' ? 'lists' : 'numbers'
      const ranges = (Array.isArray(items) ? items : [itemOf(schema, 0)]).map(
        ({ minimum: from, maximum: to }: Schema) => (from === undefined ? '' : ` from ${from} to ${to}`),
      )
      const range = new Set(ranges).size === 1 ? ranges[0] : `:${ranges.join(',')}`
      return `a list of ${minItems === maxItems ? '' : 'at most '}${maxItems} ${each}${range}`
    }
    default:
      return properties ? `an object with the fields ${Object.keys(properties).join(', ')}` : 'an object'
  }
}

function choicesOf(choices: readonly unknown[], data: unknown): string {
  if (choices.length <= MAX_CHOICES) return `one of ${choices.map((each) => JSON.stringify(each)).join(', ')}`
  const near = nearest(String(data), choices.map(String)).slice(0, 5)
  return `one of ${choices.length} names, such as ${near.map((each) => JSON.stringify(each)).join(', ')}`
}

/** Returns an example of the field in JSON. `data`: the rejected value, or the object without the field. */
export function exampleOf(name: string, schema: Schema, data?: unknown): string {
  const isName = !/^\d*$/.test(name)
  return `${isName ? `"${name}": ` : ''}${JSON.stringify(exampleValue(schema, data))}`
}

function exampleValue(schema: Schema, data?: unknown): unknown {
  const { type, minimum = 0, maximum = 1, minItems = 0, properties = {}, required } = schema
  if (schema.examples) return kindFor(schema.examples, data)
  if (schema.enum && schema.enum.length > MAX_CHOICES) return nearest(String(data), schema.enum.map(String))[0]
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return kindFor(schema.enum, data)
  switch (type) {
    case 'number':
      return Math.min(Math.max(0.1, minimum), maximum)
    case 'integer':
      return Math.ceil(Math.max(1, minimum))
    case 'boolean':
      return true
    case 'string':
      return schema.pattern ? '#ff8800' : 'Hello'
    case 'array':
      return Array.from({ length: Math.max(1, minItems) }, (_, i) => exampleValue(itemOf(schema, i)))
    default: {
      const names = required ?? Object.keys(properties).slice(0, 2)
      return Object.fromEntries(names.map((name) => [name, exampleValue(properties[name] ?? {})]))
    }
  }
}

/** Fields that only one kind of layer has. They identify the kind if the layer doesn't state one. */
const TELLING: Readonly<Record<string, string>> = {
  fontFamily: 'text',
  fontSize: 'text',
  text: 'text',
  content: 'sticker',
  isFilled: 'shape',
  strokeWidth: 'shape',
}

/** Returns the choice that fits the fields of the object without a kind, by default the first choice. */
function kindFor(choices: readonly unknown[], data: unknown): unknown {
  const fields = typeof data === 'object' && data !== null ? Object.keys(data) : []
  const told = fields
    .map((field) => Object.hasOwn(TELLING, field) && TELLING[field])
    .find((kind) => choices.includes(kind))
  return told ?? choices[0]
}

/** Shows a rejected value, shortened. */
export function shown(data: unknown): string {
  const text = JSON.stringify(data) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** Other names that people use for a field. If a name fits several fields, the first field that exists is meant. */
const SYNONYMS: readonly (readonly [field: string, names: string])[] = [
  ['fontFamily', 'font family typeface'],
  ['fontSize', 'size'],
  ['fontWeight', 'weight bold'],
  ['isUpperCase', 'uppercase allcaps'],
  ['color', 'fill colour textcolor fontcolor'],
  ['isFilled', 'fill'],
  ['background', 'backgroundcolor'],
  ['text', 'content txt value caption title label'],
  ['texts', 'title'],
  ['content', 'emoji'],
  ['type', 'shape'],
  ['area', 'x y left top box bounds rect width height'],
  ['scale', 'size width height'],
  ['width', 'size'],
  ['dropShadow', 'shadow'],
  ['stroke', 'outline border'],
  ['cutout', 'outline'],
  ['outline', 'border'],
  ['placement', 'behind zindex layer'],
  ['layers', 'layer'],
  ['image', 'layer layers'],
  ['template', 'design'],
  ['photo', 'input source image file path'],
  ['out', 'file output filename destination'],
  ['frame', 'aspectratio ratio crop'],
  ['tune', 'filters adjustments'],
  ['rotation', 'angle rotate'],
]

/** Returns the field that `name` most probably means, or null. */
export function didYouMean(name: string, fields: readonly string[]): string | null {
  const plain = plainName(name)
  const meant = SYNONYMS.find(([field, names]) => fields.includes(field) && names.split(' ').includes(plain))
  if (meant) return meant[0]
  const [near] = nearest(name, fields)
  if (!near) return null
  const other = plainName(near)
  const isPart = plain.length > 2 && (other.includes(plain) || plain.includes(other))
  return isPart || distance(plain, other) <= 2 ? near : null
}

/** Returns lower-case letters and digits only: 'font_size' and 'fontSize' are equal. */
export const plainName = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, '')

/** Returns the names, the most similar first. Names that contain the wanted name are more similar than others. */
function nearest(wanted: string, names: readonly string[]): string[] {
  const plain = plainName(wanted)
  const costOf = (name: string) => {
    const other = plainName(name)
    return distance(plain, other) - (other.includes(plain) || plain.includes(other) ? 100 : 0)
  }
  return names
    .map((name) => [costOf(name), name] as const)
    .sort(([a], [b]) => a - b)
    .map(([, name]) => name)
}

/** Returns the number of letters to insert, delete or replace (Levenshtein's distance). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++)
    row = row.reduce<number[]>((next, above, j) => {
      const left = next[j - 1] ?? 0
      next.push(j === 0 ? i : Math.min(above + 1, left + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)))
      return next
    }, [])
  return row[b.length] ?? 0
}
