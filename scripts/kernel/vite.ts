// Compiles AssemblyScript: `import bytes from './x.ts?wasm'` gives the module's bytes.
import { readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import asc from 'assemblyscript/asc'
import type { Plugin } from 'vite'

const OUT = 'kernel.wasm'
const OPTIONS = ['--optimizeLevel', '3', '--runtime', 'stub', '--noAssert', '--enable', 'simd', '--initialMemory', '4']

export const kernel = (): Plugin => ({
  name: 'kernel',
  enforce: 'pre',
  async load(id) {
    const [file = '', query] = id.split('?')
    if (query !== 'wasm') return null
    for (const part of readdirSync(dirname(file))) this.addWatchFile(join(dirname(file), part))
    const base64 = Buffer.from(await compile(file)).toString('base64')
    return `export default Uint8Array.from(atob('${base64}'), (char) => char.charCodeAt(0))`
  },
})

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
