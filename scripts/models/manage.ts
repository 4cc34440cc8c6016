/** The operator's commands for networks: list | add <id or file.onnx> | remove <id>. */
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import type { LockedModel } from './buildModels.ts'
import lock from './models.lock.json' with { type: 'json' }
import known from './packs.json' with { type: 'json' }
import { packOfFile, readPacks } from './packs.ts'

/** The networks that were added to an installation. */
export interface ModelStore {
  /** Path of the JSON list; an operator's own .onnx files are stored beside it. */
  packs: string
  add(model: LockedModel): Promise<void>
  /** False if there is no such model. */
  remove(id: string): Promise<boolean>
}

const OPTIONS = {
  yes: { type: 'boolean', default: false },
  mean: { type: 'string', default: '0.485,0.456,0.406' },
  std: { type: 'string', default: '0.229,0.224,0.225' },
} as const
/** The arguments of the command. */
export const USAGE = 'list | add isnet | add ./x.onnx [--mean 0.5,0.5,0.5 --std 0.5,0.5,0.5] | remove ID'

type Print = (line: string) => void

/** Returns the exit code, or `usage` if the arguments are invalid. */
export async function manageModels(
  args: readonly string[],
  store: ModelStore,
  print: Print,
): Promise<number | 'usage'> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS, strict: true })
  const [command, name] = positionals
  if (command === 'list') return list(store, print)
  if (command === 'add' && name) return add(name, values, store, print)
  if (command !== 'remove' || !name) return 'usage'
  const isGone = await store.remove(name)
  print(isGone ? `${name} is removed.` : `There is no added model '${name}'.`)
  return isGone ? 0 : 1
}

async function list({ packs }: ModelStore, print: Print): Promise<number> {
  const added = await readPacks(packs)
  for (const model of [...(lock as LockedModel[]), ...added]) show(model, 'installed', print)
  for (const model of known) if (!added.some(({ id }) => id === model.id)) show(model, 'to be added', print)
  return 0
}

interface Terms {
  yes: boolean
  mean: string
  std: string
}

async function add(name: string, { yes, mean, std }: Terms, store: ModelStore, print: Print): Promise<number> {
  const pack = known.find(({ id }) => id === name)
  const numbers = (text: string) => text.split(',').map(Number)
  const model = pack ?? (await packOfFile(store.packs, name, { mean: numbers(mean), std: numbers(std) }))
  show(model, 'to be added', print)
  if (pack && !(yes || (await agrees()))) {
    print('Nothing was added.')
    return 1
  }
  await store.add(model)
  print(`${model.id} is added; it is served from the next start on.`)
  return 0
}

/** Asks for consent; without a terminal the answer is no. */
async function agrees(): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question('Add it under these terms? Type yes: ')
  terminal.close()
  return answer.trim().toLowerCase() === 'yes'
}

function show(model: LockedModel, state: string, print: Print): void {
  const { id, roles, author, licence, link, note, package: source } = model
  print(`${id.padEnd(18)} ${state}, ${roles.join(' and ')}: ${author}`)
  print(`${''.padEnd(18)} licence: ${licence}${link ? `, ${link}` : ''}; from ${source}`)
  if (note) print(`${''.padEnd(18)} ${note}`)
}
