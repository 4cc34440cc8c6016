// Compiles AssemblyScript: `import bytes from './x.assembly.ts?wasm'` gives the module's bytes.
import { readFile } from 'node:fs/promises'
import asc from 'assemblyscript/asc'
import type { Plugin } from 'vite'
import * as map from '../../client/exporter/png/kernel/map.ts'

const ENTRY = 'kernel.ts'
const OPTIONS = ['--optimizeLevel', '3', '--runtime', 'stub', '--noAssert', '--enable', 'simd', '--initialMemory', '1']

export const kernel = (): Plugin => ({
  name: 'kernel',
  enforce: 'pre',
  async load(id) {
    const [file = '', query] = id.split('?')
    if (query !== 'wasm' || !file.endsWith('.assembly.ts')) return null
    this.addWatchFile(file)
    const base64 = Buffer.from(await compile(await readFile(file, 'utf8'))).toString('base64')
    return `export default Uint8Array.from(atob('${base64}'), (char) => char.charCodeAt(0))`
  },
})

async function compile(source: string): Promise<Uint8Array> {
  let wasm: Uint8Array | null = null
  const constants = Object.entries(map).flatMap(([name, value]) => ['--use', `${name}=${value}`])
  const { error, stderr } = await asc.main([ENTRY, '--outFile', 'kernel.wasm', ...OPTIONS, ...constants], {
    readFile: (name) => (name === ENTRY ? source : null),
    writeFile: (name, contents) => {
      if (name === 'kernel.wasm') wasm = contents as Uint8Array
    },
    listFiles: () => [],
  })
  if (error || !wasm) throw new Error(`the kernel does not compile: ${stderr.toString()}`)
  return wasm
}
