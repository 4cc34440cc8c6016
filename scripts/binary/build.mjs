// `npm run build:binary [-- --target NAME]`: builds one executable that needs neither Node nor npm nor this repository,
// for this machine or another platform, with its checksum and a bill of materials beside it.
import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fail } from '../setup/run.mjs'
import { binary } from './binary.mjs'
import { writeBill, writeSums } from './release.mjs'
import { readTarget } from './targets.mjs'

const start = performance.now()
try {
  const path = await binary(readTarget(process.argv.slice(2)))
  const megabytes = (statSync(path).size / 1e6).toFixed(1)
  console.log(`${path}: ${megabytes} MB (${((performance.now() - start) / 1000).toFixed(1)} s)`)
  writeSums(dirname(path))
  writeBill(join(dirname(path), 'midground.cdx.json'))
} catch (error) {
  fail(error)
}
