// Compiles the words when the client is built; in development and in tests it does so itself, as it goes.
import type { Plugin } from 'vite'
import { compileCalls, compileTable } from './compile.ts'

const TABLE = /\/client\/kit\/i18n\/languages\/[\w-]+\.json$/
const CLIENT = /\/client\/.*\.tsx?$/

export const words = (): Plugin[] => [
  {
    name: 'words-tables',
    apply: 'build',
    enforce: 'pre',
    transform: { filter: { id: TABLE }, handler: (json) => compileTable(json) },
  },
  {
    name: 'words-calls',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: CLIENT, code: 'i18n/translate.ts' },
      handler(code) {
        return compileCalls(code, this.parse(code))
      },
    },
  },
]
