// Runs the stages of `npm test` in parallel lanes. The stages of a lane run one after another.
import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { pinnedEnv } from '../setup/prepare.mjs'
import { bin, ROOT } from '../setup/run.mjs'
import { formatCounts, readReport, startTimer } from './report.mjs'

/** Folder of the JSON reports and the stages' output. */
export const REPORTS = join(ROOT, '.cache', 'reports')

export function clearReports() {
  rmSync(REPORTS, { recursive: true, force: true })
  mkdirSync(REPORTS, { recursive: true })
}

/** Returns the stage that runs a Vitest project or, with `files`, some of its files. */
export function vitest(name, project, files = []) {
  const report = join(REPORTS, `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return { name, command: bin('vitest'), args: ['run', '--project', project, ...reporters, ...files], report }
}

/** Returns the stage that runs the end-to-end tests or, with `files`, some of these tests. */
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

/** Runs the lanes in parallel and each lane's stages in order. Resolves with all results, in the order of `lanes`. */
export async function runLanes(lanes, { folder = REPORTS, log = console.log } = {}) {
  log(`\n── Side by side: ${lanes.map((lane) => lane.map(({ name }) => name).join(', then ')).join(' | ')}`)
  const running = lanes.map(async (lane) => {
    const results = []
    for (const stage of lane) results.push(await runBuffered(stage, folder, log))
    return results
  })
  return (await Promise.all(running)).flat()
}

/** Runs a stage and prints its output at the end, because the outputs of parallel stages would mix. */
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
 * Runs a program. Its output goes to the file with descriptor `output`. Resolves with the test counts, wall time and
 * processor time in seconds (null where the system doesn't report it). A program that can't start has failed. With
 * `nice` above 0, the other stages have priority for the processor.
 */
function run({ name, command, args, report, env, nice = 0 }, output) {
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', output, output], env: pinnedEnv(env) })
  if (child.pid && nice) setPriority(child.pid, nice) // its later child processes inherit the priority
  const stop = startTimer(child.pid)
  return new Promise((resolve) => {
    const end = (code) => resolve({ name, ...readReport(report, code), ...stop() })
    child.once('exit', (code) => end(code ?? 1))
    child.once('error', () => end(1)) // the program can't start
  })
}
