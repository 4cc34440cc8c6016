// Compiles AssemblyScript: `import bytes from './x.ts?wasm'` gives the bytes of the WebAssembly module.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import asc from 'assemblyscript/asc'
import type { Plugin } from 'vitest/config'

const OUT = 'assemblyScript.wasm'
const OPTIONS = ['--optimizeLevel', '3', '--runtime', 'stub', '--noAssert', '--enable', 'simd', '--initialMemory', '4']

const QUERY = '?wasm'

/** Vite plugin for imports with `?wasm`. */
export const assemblyScript = (): Plugin => ({
  name: 'assemblyScript',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith(QUERY)) return null
    const file = id.slice(0, -QUERY.length)
    for (const part of partsOf(file)) this.addWatchFile(part)
    const base64 = Buffer.from(await compile(file)).toString('base64')
    return `export default Uint8Array.from(atob('${base64}'), (char) => char.charCodeAt(0))`
  },
  // Vitest caches a transformed module by its own text; this key covers the files it imports too.
  configureVitest: ({ defineCacheKeyGenerator }) =>
    defineCacheKeyGenerator(({ id }) => (id.endsWith(QUERY) ? fingerprint(id.slice(0, -QUERY.length)) : null)),
})

/** The files that a module may import: those of its folder and of the parent folder. */
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

async function compile(file: string): Promise<Uint8Array> {
  let wasm: Uint8Array | null = null
  const { error, stderr } = await asc.main([relative(process.cwd(), file), '--outFile', OUT, ...OPTIONS], {
    writeFile: (name, contents) => {
      if (name === OUT) wasm = contents as Uint8Array
    },
  })
  if (error || !wasm) throw new Error(`${file} does not compile: ${stderr.toString()}`)
  return wasm
}
