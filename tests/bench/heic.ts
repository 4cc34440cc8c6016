/**
 * Converts HEIC photos one after another, as the editor does, and compares each with a reference image. `npm run bench
 * heic -- REFERENCE FILE… [--count 60] [--json]`: REFERENCE is a small PNG or JPEG of the photos. The files are
 * imported in turn.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { inPage } from '../helpers/inPage.ts'
import { openBench } from './browser/pages.ts'
import { median, printFigures } from './figures.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string', default: '60' }, json: { type: 'boolean', default: false } },
})
const [reference = '', ...files] = positionals
if (files.length === 0) throw new Error('Name a reference image and at least one HEIC file.')

const bench = await openBench({ quick: false, json: values.json, photo: reference, gl: 'swiftshader' })
const page = await bench.open('/bench.html')
await page.route('**/bench-heic/*', (route) => {
  const file = files[Number(new URL(route.request().url()).pathname.split('/').at(-1))] ?? ''
  return route.fulfill({ body: readFileSync(file), contentType: 'application/octet-stream' })
})
const { convert } = inPage<typeof import('./heicPage.ts')>(page, '/tests/bench/heicPage.ts')

const times: number[] = []
let wrong = 0
for (let i = 0; i < Number(values.count); i++) {
  const { error, ms, previewMs, difference } = await convert(`/bench-heic/${i % files.length}`)
  const isRight = error === null && difference < 3
  if (isRight) times.push(ms)
  else wrong++
  const result = error ?? `difference ${difference.toFixed(2)}`
  console.log(`${i + 1}: ${files[i % files.length]} ${Math.round(ms)} ms, preview ${previewMs ?? '-'}, ${result}`)
}
await bench.close()

const sorted = times.sort((a, b) => a - b)
printFigures(
  { heicWrong: [wrong, 0], heicMedianMs: [median(sorted)], heicLongestMs: [sorted.at(-1) ?? 0] },
  values.json,
)
