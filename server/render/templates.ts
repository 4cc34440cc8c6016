/** `midground templates`, and the search for a template by its name on the command line. */
import type { Catalogue, TemplateSource } from '#server/contract/render.ts'
import { OperatorError } from '#server/db/failure.ts'
import { plainName } from './explainSchema.ts'
import { type InputFile, openInput, UnreadableError } from './inputFile.ts'
import { checkedImage } from './layeredImage.ts'
import type { Loopback } from './loopback.ts'
import { UsageError } from './options.ts'

/** A template from the command line or an agent. */
export interface NamedTemplate {
  /** The template's file, or null for a built-in template or JSON without a file. The caller closes the file. */
  file: InputFile | null
  source(loopback: Pick<Loopback, 'offer'>): TemplateSource
}

const MAX_JSON_BYTES = 1_000_000

/** Returns true for a path, and false for the id of a built-in template. */
export const isPath = (name: string): boolean => /[./\\]/.test(name)

/**
 * Finds a template by its path or id. Rejects with a UsageError that lists all ids, or with an OperatorError if the
 * file can't be read.
 */
export async function findTemplate(name: string, catalogue: Catalogue): Promise<NamedTemplate> {
  const file = await openInput(name).catch((error) => {
    if (!(error instanceof UnreadableError)) throw error
    if (isPath(name)) throw new OperatorError(`${name}: ${error.message}`, { cause: error })
    return null // a name that isn't a file's path is an id
  })
  return file ? templateFile(file, catalogue) : builtInTemplate(name, catalogue)
}

/** Reads the template of a project or a layered image (.json). Rejects with a UsageError if the image is invalid. */
export async function templateFile(file: InputFile, catalogue: Catalogue): Promise<NamedTemplate> {
  const { path, size } = file
  if (!path.endsWith('.json')) return { file, source: (loopback) => ({ file: loopback.offer(file) }) }
  try {
    if (size > MAX_JSON_BYTES) throw new UsageError(`${path} is larger than 1 MB.`)
    const image = checkedImage(parsedJson(path, await file.text()), catalogue)
    return { file, source: () => ({ image }) }
  } finally {
    await file.close()
  }
}

/** Returns a built-in template. @throws {UsageError} whose message lists all ids */
export function builtInTemplate(id: string, { templates }: Catalogue): NamedTemplate {
  const ids = templates.map((each) => each.id)
  const found = ids.find((each) => plainName(each) === plainName(id))
  if (!found) throw new UsageError(`There is no template "${id}". Templates: ${ids.join(', ')}.`)
  return { file: null, source: () => ({ id: found }) }
}

/** Returns the template of a design link. The page that renders checks the template itself. @throws {UsageError} */
export function designTemplate(link: string): NamedTemplate {
  const [, code] = /#design=([\w-]{1,32000})$/.exec(link.trim()) ?? []
  if (!code) throw new UsageError(`design: not a design link. Copy it in the editor; it contains "#design=".`)
  return { file: null, source: () => ({ design: code }) }
}

function parsedJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${path} isn’t JSON.`)
  }
}

/** Returns the lines of `midground templates`: id, name, size and text layers of each template. */
export const templateLines = ({ templates }: Catalogue): string[] =>
  templates.map(({ id, name, width, height, texts }) => {
    const slots = texts.map((text, i) => `text${i + 1}=${JSON.stringify(text)}`)
    return `${id.padEnd(12)} ${name}, ${width}×${height}: ${slots.join(' ')}`
  })
