/** A second build of the client with other file names, as after a change that affects every file. */
import { mergeConfig } from 'vite'
import config from '../../vite.config.ts'

const output = {
  entryFileNames: 'assets/[name]-next-[hash].js',
  chunkFileNames: 'assets/[name]-next-[hash].js',
  assetFileNames: 'assets/[name]-next-[hash][extname]',
}

export default mergeConfig(config, {
  build: { outDir: 'build/client-next', rolldownOptions: { output } },
  worker: { rolldownOptions: { output } },
})
