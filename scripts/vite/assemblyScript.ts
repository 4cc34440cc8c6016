// Compiles AssemblyScript: `import bytes from './x.ts?wasm'` imports the bytes of the WebAssembly module. With
// `?wasm&imports-memory` the module imports its memory as `env.memory`, and with `?wasm&imports-shared-memory` a memory
// of several threads. These modules can't contain data (strings or arrays), because the data would overwrite the
// memory.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import asc from 'assemblyscript/asc'
import type { Plugin } from 'vitest/config'

const [OUT, TEXT] = ['assemblyScript.wasm', 'assemblyScript.wat']
const OPTIONS = ['--optimizeLevel', '3', '--runtime', 'stub', '--noAssert', '--enable', 'simd', '--initialMemory', '4']

const IMPORTS_MEMORY = '--importMemory'
/** The maximum is 4 GB, in pages of 64 KB. A memory with a lower maximum can also be imported. */
const SHARED = ['--sharedMemory', '--maximumMemory', '65536', '--enable', 'threads']

/** Compiler options for each query of an import. */
const QUERIES = new Map<string, readonly string[]>([
  ['?wasm', []],
  ['?wasm&imports-memory', [IMPORTS_MEMORY]],
  ['?wasm&imports-shared-memory', [IMPORTS_MEMORY, ...SHARED]],
])

/** Vite plugin for imports with `?wasm`. */
export const assemblyScript = (): Plugin => ({
  name: 'assemblyScript',
  enforce: 'pre',
  async load(id) {
    const { file, options } = moduleOf(id)
    if (!options) return null
    for (const part of partsOf(file)) this.addWatchFile(part)
    const base64 = Buffer.from(await compile(file, options)).toString('base64')
    return `export default Uint8Array.from(atob('${base64}'), (char) => char.charCodeAt(0))`
  },
  // Includes the imported files in Vitest's cache key. By default, the key depends only on the module itself.
  configureVitest: ({ defineCacheKeyGenerator }) =>
    defineCacheKeyGenerator(({ id }) => (moduleOf(id).options ? fingerprint(moduleOf(id).file) : null)),
})

/** Splits a module id at its query. `options` are undefined unless the module is AssemblyScript. */
function moduleOf(id: string): { file: string; options: readonly string[] | undefined } {
  const end = id.includes('?') ? id.indexOf('?') : id.length
  return { file: id.slice(0, end), options: QUERIES.get(id.slice(end)) }
}

/** Returns the files that a module may import: those in its folder and in the parent folder. */
const partsOf = (file: string): string[] =>
  [dirname(file), dirname(dirname(file))].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => join(folder, name)),
  )

function fingerprint(file: string): string {
  const hash = createHash('sha256')
  for (const part of partsOf(file)) hash.update(readFileSync(part))
  return hash.digest('hex').slice(0, 16)
}

async function compile(file: string, options: readonly string[]): Promise<Uint8Array> {
  let wasm: Uint8Array | null = null
  let text = ''
  const outputs = ['--outFile', OUT, '--textFile', TEXT]
  const { error, stderr } = await asc.main([relative(process.cwd(), file), ...outputs, ...OPTIONS, ...options], {
    writeFile: (name, contents) => {
      if (name === OUT) wasm = contents as Uint8Array
      if (name === TEXT) text = contents as string
    },
  })
  if (error || !wasm) throw new Error(`${file} does not compile: ${stderr.toString()}`)
  if (options.includes(IMPORTS_MEMORY) && text.includes('(data '))
    throw new Error(`${file} holds data, but imports its memory`)
  return wasm
}
