/**
 * Checks JSON from a script or an agent against a schema. Accepts harmless variants, such as another case of a choice.
 * The error names each wrong field, what is allowed and an example, so that the sender can repair the call.
 */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { didYouMean, exampleOf, itemOf, plainName, rulesOf, type Schema, shown } from './explainSchema.ts'
import { UsageError } from './options.ts'

const ajv = new Ajv({ strict: false, allErrors: true, verbose: true })
const validators = new WeakMap<Schema, ValidateFunction>()

/** Maximum number of mistakes in one message. */
const MAX_MISTAKES = 5

/** Returns the value in the form that the schema accepts. `path` names the value in errors. @throws {UsageError} */
export function checkedValue(schema: Schema, raw: unknown, path: string): unknown {
  const value = tidied(schema, raw)
  failWithMistakes(mistakesIn(schema, value, path))
  return value
}

/**
 * Fails unless `mistakes` is empty. @throws {UsageError} whose message lists the first mistakes and counts the others
 */
export function failWithMistakes(mistakes: readonly string[]): null {
  if (mistakes.length === 0) return null
  const more = mistakes.length > MAX_MISTAKES ? [`${mistakes.length - MAX_MISTAKES} more mistakes follow.`] : []
  throw new UsageError([...mistakes.slice(0, MAX_MISTAKES), ...more].join('\n'))
}

/** Returns a message about each value that the schema rejects. */
export function mistakesIn(schema: Schema, value: unknown, path: string): string[] {
  const validate = validators.get(schema) ?? ajv.compile(schema)
  validators.set(schema, validate)
  return validate(value) ? [] : [...new Set((validate.errors ?? []).map((error) => mistakeOf(error, path)))]
}

function mistakeOf({ instancePath, keyword, params, parentSchema, data }: ErrorObject, path: string): string {
  const schema = (parentSchema ?? {}) as Schema
  const steps = instancePath.split('/').slice(1)
  const at = steps.reduce((name, step) => (/^\d+$/.test(step) ? `${name}[${step}]` : joined(name, step)), path)
  const name = steps.at(-1) ?? path
  if (keyword === 'required' || keyword === 'dependencies') {
    const missing = String(params.missingProperty)
    const field = schema.properties?.[missing] ?? {}
    return `${joined(at, missing)} is missing. It must be ${rulesOf(field)}. Example: ${exampleOf(missing, field, data)}.`
  }
  if (keyword === 'additionalProperties') {
    const unknown = String(params.additionalProperty)
    const fields = Object.keys(schema.properties ?? {})
    const near = didYouMean(unknown, fields)
    const hint = near
      ? ` Did you mean ${joined(at, near)}? Example: ${exampleOf(near, schema.properties?.[near] ?? {})}.`
      : ''
    return `${joined(at, unknown)} isn’t a field.${hint} Fields: ${fields.join(', ')}.`
  }
  return `${at || 'The value'} is ${shown(data)}. It must be ${rulesOf(schema, data)}. Example: ${exampleOf(name, schema, data)}.`
}

const joined = (path: string, name: string) => (path ? `${path}.${name}` : name)

/** Replaces harmless variants of a value with the value that the schema accepts. Leaves all other values unchanged. */
export function tidied(schema: Schema, value: unknown): unknown {
  if (schema.enum) return choiceIn(schema.enum, value)
  switch (schema.type) {
    case 'number':
    case 'integer':
      return typeof value === 'string' && /^\s*[-+]?(\d+\.?\d*|\.\d+)\s*$/.test(value) ? Number(value) : value
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value
    case 'string':
      return tidyText(schema, value)
    case 'array': {
      const list = parsed(value)
      return Array.isArray(list) ? list.map((item, i) => tidied(itemOf(schema, i), item)) : list
    }
    case 'object':
      return tidyObject(schema, parsed(value))
    default:
      return value
  }
}

function choiceIn(options: readonly unknown[], value: unknown): unknown {
  if (typeof value !== 'string') return value
  const wanted = plainName(value)
  return (
    options.find((option) => option === value) ??
    options.find((option) => plainName(String(option)) === wanted) ??
    value
  )
}

function tidyText({ pattern }: Schema, value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string' || !pattern?.startsWith('^#')) return value
  const hex = value.trim()
  return /^([0-9a-f]{3}){1,2}$/i.test(hex) ? `#${hex}` : hex
}

/** Finds fields with a different spelling, such as font_size. A field that is null counts as absent. */
function tidyObject({ properties = {}, additionalProperties }: Schema, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const names = new Map(Object.keys(properties).map((name) => [plainName(name), name]))
  const entries = Object.entries(value).flatMap(([key, each]) => {
    if (each === null) return []
    const other = names.get(plainName(key))
    const name = Object.hasOwn(properties, key) || !other || Object.hasOwn(value, other) ? key : other
    const field = Object.hasOwn(properties, name) ? properties[name] : additionalProperties
    return [[name, typeof field === 'object' ? tidied(field, each) : each]]
  })
  return Object.fromEntries(entries)
}

/** Parses an object or a list that was sent as text. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value // the check reports text that isn't an object
  }
}
