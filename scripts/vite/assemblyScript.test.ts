import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeFolder } from '../../tests/helpers/folders.ts'
import { assemblyScript } from './assemblyScript.ts'

const SUM = 'export function sum(at: usize): i32 { return load<i32>(at) + load<i32>(at + 4) }'
const TABLE = 'const table = [1, 2, 3]\nexport function entry(i: i32): i32 { return unchecked(table[i]) }'

/** Compiles the source and returns the bytes of the module. */
async function load(source: string, query: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = join(makeFolder(), 'source.ts')
  writeFileSync(file, source)
  const plugin = assemblyScript() as { load(this: object, id: string): Promise<string> }
  const code = await plugin.load.call({ addWatchFile() {} }, file + query)
  const [, base64] = /atob\('(.*)'\)/.exec(code)!
  return Uint8Array.from(Buffer.from(base64!, 'base64'))
}

it('a compiled WebAssembly module uses its imported memory', async () => {
  const module = await WebAssembly.compile(await load(SUM, '?wasm&imports-memory'))
  const memory = new WebAssembly.Memory({ initial: 4 })
  new Int32Array(memory.buffer, 8, 2).set([30, 12])
  const { exports } = await WebAssembly.instantiate(module, { env: { memory } })
  expect((exports.sum as (at: number) => number)(8)).toBe(42)
})

it('compiling a module with imported memory fails if the module contains static data', async () => {
  await expect(load(TABLE, '?wasm&imports-memory')).rejects.toThrow('source.ts holds data')
})

it('compiling a module with its own memory succeeds if the module contains static data', async () => {
  const { exports } = await WebAssembly.instantiate(await WebAssembly.compile(await load(TABLE, '?wasm')))
  expect((exports.entry as (i: number) => number)(2)).toBe(3)
})
