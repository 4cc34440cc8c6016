// The stages of `npm test`, and the lanes that run them in parallel.
import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedEnv } from '../setup/prepare.mjs'
import { bin, ROOT } from '../setup/run.mjs'
import { formatCounts, readReport, startTimer } from './report.mjs'

/** Folder of the JSON reports, and of each stage's output until the stage ends. */
export const REPORTS = join(ROOT, '.cache', 'reports')

/** Empties the folder of reports. */
export function clearReports() {
  rmSync(REPORTS, { recursive: true, force: true })
  mkdirSync(REPORTS, { recursive: true })
}

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

/** Runs the lanes in parallel, and the stages of a lane in order. Resolves with all results in the order of `lanes`. */
export async function runLanes(lanes, { folder = REPORTS, log = console.log } = {}) {
  log(`\n── Side by side: ${lanes.map((lane) => lane.map(({ name }) => name).join(', then ')).join(' | ')}`)
  const running = lanes.map(async (lane) => {
    const results = []
    for (const stage of lane) results.push(await runBuffered(stage, folder, log))
    return results
  })
  return (await Promise.all(running)).flat()
}

/** Prints a stage's output when the stage ends, so that the outputs of parallel stages do not mix. */
async function runBuffered(stage, folder, log) {
  const file = join(folder, `${stage.name}.log`)
  const output = openSync(file, 'w')
  const result = await run(stage, output)
  closeSync(output)
  log(`\n── ${stage.name}\n${readFileSync(file, 'utf8')}${summaryLine(result)}`)
  return result
}

const summaryLine = ({ name, seconds, ...result }) => `── ${name}: ${formatCounts(result)} (${Math.round(seconds)} s)`

/**
 * `output`: descriptor of the file that receives the program's output. Resolves with the counts, the wall time and the
 * processor time in seconds (null where the system does not provide it). A program that cannot start has failed.
 */
function run({ name, command, args, report, env }, output) {
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', output, output], env: pinnedEnv(env) })
  const stop = startTimer(child.pid)
  return new Promise((resolve) => {
    const end = (code) => resolve({ name, ...readReport(report, code), ...stop() })
    child.once('exit', (code) => end(code ?? 1))
    child.once('error', () => end(1)) // the program could not be started
  })
}
