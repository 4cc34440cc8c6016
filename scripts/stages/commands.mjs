// The test programs as stages of lanes.mjs. Each writes a JSON report.
import { join } from 'node:path'
import { ROOT } from '../setup/run.mjs'
import { REPORTS } from './lanes.mjs'

/** Path of a program of node_modules. */
export const bin = (name) => join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)

/** Runs a Vitest project; `files` limits it to some of its files. */
export function vitest(name, project, files = []) {
  const report = join(REPORTS, `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return { name, command: bin('vitest'), args: ['run', '--project', project, ...reporters, ...files], report }
}

/** Runs the end-to-end tests; `files` limits them to some files. */
export function playwright(name, files = []) {
  const report = join(REPORTS, 'e2e.json')
  return {
    name,
    command: bin('playwright'),
    args: ['test', '--config', 'e2e/playwright.config.ts', ...files],
    report,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  }
}
