// Running the stages of `npm test`, in lanes side by side.
import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedEnv } from '../setup/prepare.mjs'
import { ROOT } from '../setup/run.mjs'
import { counted, counts } from './counts.mjs'
import { watched } from './times.mjs'

/** Where stages leave their JSON reports, and their words until they have ended. */
export const REPORTS = join(ROOT, '.cache', 'reports')

/** Lists of stages, each list in its own order, side by side; what became of all, in the order they are given in. */
export async function sideBySide(lanes, { folder = REPORTS, say = console.log } = {}) {
  say(`\n── Side by side: ${lanes.map((lane) => lane.map(({ name }) => name).join(', then ')).join(' | ')}`)
  const running = lanes.map(async (lane) => {
    const results = []
    for (const stage of lane) results.push(await kept(stage, folder, say))
    return results
  })
  return (await Promise.all(running)).flat()
}

/** Its words in one piece when it has ended, so that nobody else's stand between them; until then they are in a file. */
async function kept(stage, folder, say) {
  const file = join(folder, `${stage.name}.log`)
  const words = openSync(file, 'w')
  const result = await run(stage, words)
  closeSync(words)
  say(`\n── ${stage.name}\n${readFileSync(file, 'utf8')}${ended(result)}`)
  return result
}

const ended = ({ name, seconds, ...result }) => `── ${name}: ${counted(result)} (${Math.round(seconds)} s)`

/**
 * What it says goes to the file of that descriptor. Answers counts, and seconds of the clock and of processors (null
 * where the system does not tell). A program that cannot be started has failed.
 */
function run({ name, command, args, report, env }, output) {
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', output, output], env: pinnedEnv(env) })
  const stop = watched(child.pid)
  return new Promise((resolve) => {
    const end = (code) => resolve({ name, ...counts(report, code), ...stop() })
    child.once('exit', (code) => end(code ?? 1))
    child.once('error', () => end(1)) // it could not be started
  })
}
