/** Runs every suite in the named engines, or in all, and prints a table. `--json` prints one object at the end. */
import { execFileSync } from 'node:child_process'
import { ENGINES, type EngineName, engines, isInstalled } from './engines.ts'
import { type Outcome, runSuite, SUITES, type Suite } from './suites.ts'

const given = process.argv.slice(2)
if (given.includes('--installed')) process.exit(ENGINES.every(isInstalled) ? 0 : 1)

const named = ENGINES.filter((name) => given.includes(name))
const outcomes: Outcome[] = []
for (const name of named.length > 0 ? named : ENGINES)
  for (const suite of Object.keys(SUITES) as Suite[]) outcomes.push(await runSuite(name, suite))

for (const { engine, suite, failures } of outcomes)
  for (const failure of failures) console.log(`${engines[engine].label}, ${SUITES[suite]}: ${failure}`)

const versions = new Map(outcomes.map(({ engine }) => [engine, versionOf(engine)]))
printRow('Engine', 'Suite', 'Passed', 'Failed', 'Skipped', 'Seconds')
for (const { engine, suite, passed, failed, skipped, seconds } of outcomes)
  printRow(versions.get(engine) ?? engine, SUITES[suite], passed, failed, skipped, seconds)
if (given.includes('--json'))
  console.log(JSON.stringify({ outcomes: outcomes.map((one) => ({ ...one, version: versions.get(one.engine) })) }))
process.exitCode = outcomes.some(({ failed }) => failed > 0) ? 1 : 0

function printRow(engine: string, suite: string, ...numbers: (string | number)[]): void {
  console.log(engine.padEnd(24) + suite.padEnd(12) + numbers.map((number) => String(number).padStart(9)).join(''))
}

/** Debian's package version, e.g. `Firefox 140.3.0esr`: MiniBrowser prints no version without a display. */
function versionOf(name: EngineName): string {
  const { label, debianPackage } = engines[name]
  try {
    const [, version = ''] = execFileSync('dpkg-query', ['-W', debianPackage], { encoding: 'utf8' }).split('\t')
    return `${label} ${version.trim().replace(/[-~].*/, '')}`
  } catch {
    return label // not installed by Debian
  }
}
