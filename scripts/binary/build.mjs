// `npm run build:binary`: builds one executable that needs neither Node nor npm nor this repository.
import { statSync } from 'node:fs'
import { fail } from '../setup/run.mjs'
import { binary } from './binary.mjs'

const start = performance.now()
try {
  const path = await binary()
  const megabytes = (statSync(path).size / 1e6).toFixed(1)
  console.log(`${path}: ${megabytes} MB (${((performance.now() - start) / 1000).toFixed(1)} s)`)
} catch (error) {
  fail(error)
}
