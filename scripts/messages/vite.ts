// Compiles messages when the client is built. In development and in tests Lingui compiles them at run time.
import type { Plugin } from 'vite'
import { compileCalls, compileTable } from './compile.ts'

const TABLE = /\/client\/kit\/i18n\/languages\/[\w-]+\.json$/
const CLIENT = /\/client\/.*\.tsx?$/

/** Vite plugins that compile the catalogues, and the messages in calls of `t`. */
export const messages = (): Plugin[] => [
  {
    name: 'messages-catalogues',
    apply: 'build',
    enforce: 'pre',
    transform: { filter: { id: TABLE }, handler: (json) => compileTable(json) },
  },
  {
    name: 'messages-calls',
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
