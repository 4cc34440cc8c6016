/**
 * Plants each fault of faults.ts and runs the test that must detect it.
 * npm run test:faults [-- [--baseline] [--json] id…]
 * --baseline first runs the tests on the unchanged code, where they must pass. Without ids, runs all faults.
 */
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { FAULTS, type Fault } from './faults.ts'
import { type Outcome, runTest } from './outcome.ts'
import { plant, ROOT } from './plant.ts'

interface Row {
  id: string
  test: string
  isCaught: boolean
  /** Name of the first failed test. */
  by: string | null
  seconds: number
}

const { values: options, positionals: ids } = parseArgs({
  options: { baseline: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stopping.abort())
const say = (line: string) => (options.json ? console.error(line) : console.log(line))

async function main(): Promise<number> {
  const unknown = ids.filter((id) => !Object.hasOwn(FAULTS, id))
  if (unknown.length > 0) return refuse(`no fault has the id ${unknown.join(', ')}`)
  const faults = Object.entries(FAULTS).filter(([id]) => ids.length === 0 || ids.includes(id))
  const changed = uncommitted(faults)
  if (changed) return refuse(`these files have changes that are not committed:\n${changed}`)
  if (options.baseline && !(await isBaselineGreen(faults))) return 1
  const rows: Row[] = []
  for (const fault of faults) if (!stopping.signal.aborted) rows.push(await tryOut(...fault))
  if (stopping.signal.aborted) return refuse('stopped; every file is restored')
  const caught = rows.filter(({ isCaught }) => isCaught).length
  if (options.json) console.log(JSON.stringify(rows, null, 2))
  say(`${caught} caught, ${rows.length - caught} not caught`)
  return caught === rows.length ? 0 : 1
}

function refuse(why: string): number {
  console.error(`faults: ${why}`)
  return 1
}

/** Returns Git's status of the faults' files, or '' if all files are committed. */
function uncommitted(faults: readonly [string, Fault][]): string {
  const files = faults.map(([, { file }]) => file)
  return execFileSync('git', ['status', '--porcelain', '--', ...files], { cwd: ROOT, encoding: 'utf8' }).trimEnd()
}

/** Runs each test file once without a fault. Returns true if all tests pass. */
async function isBaselineGreen(faults: readonly [string, Fault][]): Promise<boolean> {
  const tests = new Map(faults.map(([, fault]) => [nameOf(fault), fault]))
  let isGreen = true
  for (const [name, fault] of tests) {
    const outcome = await runTest(fault, stopping.signal)
    say(`${outcome.isGreen ? 'passes unchanged' : 'FAILS UNCHANGED'}  ${name}`)
    if (!outcome.isGreen) say(outcome.output)
    isGreen &&= outcome.isGreen
  }
  return isGreen
}

async function tryOut(id: string, fault: Fault): Promise<Row> {
  const start = performance.now()
  const outcome = await whilePlanted(fault)
  const seconds = (performance.now() - start) / 1000
  const [by = null] = outcome.failed
  const test = nameOf(fault)
  if (stopping.signal.aborted) return { id, test, isCaught: false, by, seconds }
  const verdict = outcome.isRed ? `caught by ${test}: ${by}` : `NOT CAUGHT by ${test}`
  say(`${id.padEnd(24)} ${seconds.toFixed(0).padStart(4)} s  ${verdict}`)
  // The run failed without a failed test, so the planted text itself has a mistake.
  if (!outcome.isRed && !outcome.isGreen) say(outcome.output)
  return { id, test, isCaught: outcome.isRed, by, seconds }
}

async function whilePlanted(fault: Fault): Promise<Outcome> {
  const restore = plant(fault)
  try {
    return await runTest(fault, stopping.signal)
  } finally {
    restore()
  }
}

const nameOf = ({ test, name }: Fault): string => (name ? `${test} (${name})` : test)

process.exitCode = await main()
