/** Tests the set-up of a fresh clone. Continuous integration runs the whole set-up. */
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { exitCode } from './run.mjs'

it.each([
  ['process.exit(3)', 3],
  ['process.abort()', 134],
  ["process.kill(process.pid, 'SIGINT')", 130],
])('the exit code of a program that ends with %s is %i', async (program, code) => {
  expect(await exitCode(spawn(process.execPath, ['-e', program], { stdio: 'ignore' }))).toBe(code)
})

it('a step of the set-up writes only to the standard error', () => {
  const module = join(import.meta.dirname, 'run.mjs')
  const program = `import { step } from ${JSON.stringify(module)}
    await step('A step', process.execPath, ['-e', 'console.log("built")'], '')`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  expect([stdout, stderr]).toEqual(['', expect.stringContaining('built\n')])
})
