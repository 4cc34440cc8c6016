/** A second build of the client whose every file has another name, as after a change that reaches everything. */
import { mergeConfig } from 'vite'
import config from '../../vite.config.ts'

const output = {
  entryFileNames: 'assets/next-[name]-[hash].js',
  chunkFileNames: 'assets/next-[name]-[hash].js',
  assetFileNames: 'assets/next-[name]-[hash][extname]',
}

export default mergeConfig(config, {
  build: { outDir: 'build/client-next', rolldownOptions: { output } },
  worker: { rolldownOptions: { output } },
})
