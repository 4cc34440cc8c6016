// list | add <pack or file.onnx> [--yes] [--mean r,g,b] [--std r,g,b] | remove <id>
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { LockedModel } from './buildModels.ts'
import { addPack, packOfFile, readPacks, removePack } from './packs.ts'

const PACKS = 'data/models/packs.json'
const USAGE = 'npm run models -- list | add isnet | add ./x.onnx [--mean 0.5,0.5,0.5 --std 0.5,0.5,0.5] | remove <id>'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    yes: { type: 'boolean', default: false },
    mean: { type: 'string', default: '0.485,0.456,0.406' },
    std: { type: 'string', default: '0.229,0.224,0.225' },
  },
})

try {
  process.exitCode = await perform(positionals[0], positionals[1])
} catch (failure) {
  console.error(`models: ${failure instanceof Error ? failure.message : failure}`)
  process.exitCode = 1
}

async function perform(command = '', name = ''): Promise<number> {
  if (command === 'list') return list()
  if (command === 'add' && name !== '') return add(name)
  if (command === 'remove' && name !== '') {
    const isGone = await removePack(PACKS, name)
    console.log(isGone ? `${name} is removed.` : `There is no added model '${name}'.`)
    return isGone ? 0 : 1
  }
  console.error(USAGE)
  return 1
}

async function list(): Promise<number> {
  const added = await readPacks(PACKS)
  for (const model of [...(await locked('models.lock.json')), ...added]) show(model, 'installed')
  for (const model of await locked('packs.json'))
    if (!added.some(({ id }) => id === model.id)) show(model, 'to be added')
  return 0
}

async function add(name: string): Promise<number> {
  const known = (await locked('packs.json')).find(({ id }) => id === name)
  const numbers = (text: string) => text.split(',').map(Number)
  const model = known ?? (await packOfFile(PACKS, name, { mean: numbers(options.mean), std: numbers(options.std) }))
  show(model, 'to be added')
  if (known && !(options.yes || (await agrees()))) {
    console.log('Nothing was added.')
    return 1
  }
  await addPack(PACKS, model)
  console.log(`${model.id} is added; it is served from the next start on.`)
  return 0
}

/** Without a person to ask nobody agrees. */
async function agrees(): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question('Add it under these terms? Type yes: ')
  terminal.close()
  return answer.trim().toLowerCase() === 'yes'
}

function show({ id, roles, author, licence, link, note, package: source }: LockedModel, state: string): void {
  console.log(`${id.padEnd(18)} ${state}, ${roles.join(' and ')}: ${author}`)
  console.log(`${''.padEnd(18)} licence: ${licence}${link ? `, ${link}` : ''}; from ${source}`)
  if (note) console.log(`${''.padEnd(18)} ${note}`)
}

async function locked(file: string): Promise<LockedModel[]> {
  return JSON.parse(await readFile(fileURLToPath(new URL(file, import.meta.url)), 'utf8')) as LockedModel[]
}
