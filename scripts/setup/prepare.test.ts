/** Tests the setup of a fresh clone. Continuous integration runs the whole setup. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeFolder } from '../../tests/helpers/folders.ts'
import { INSTALL, obstacleOf } from './prepare.mjs'
import { exitCode } from './run.mjs'

it.each([
  [{ platform: 'linux', glibc: '2.34', root: '/home/me/50% off (1)/' }, null],
  [{ platform: 'darwin', glibc: undefined, root: '/Users/me/' }, null],
  [{ platform: 'win32', glibc: undefined, root: 'C:\\me\\' }, 'On Windows, use the Windows Subsystem for Linux.'],
  [{ platform: 'linux', glibc: undefined, root: '/' }, 'another C library, such as musl.'],
  [{ platform: 'linux', glibc: '2.31', root: '/' }, 'this system has glibc 2.31.'],
  [{ platform: 'linux', glibc: '2.36', root: '/c# code/' }, 'Move the folder /c# code/'],
])('the computer %j can run setup, or setup says why not', (computer, reason) => {
  expect(obstacleOf(computer)).toEqual(reason && expect.stringContaining(reason))
})

it.each([{ NODE_ENV: 'production' }, { npm_config_omit: 'optional' }])(
  'with %j, setup installs all packages',
  (env) => {
    const folder = makeFolder()
    for (const name of ['tool', 'node']) {
      mkdirSync(join(folder, name))
      writeFileSync(join(folder, name, 'package.json'), JSON.stringify({ name, version: '1.0.0' }))
    }
    const manifest = { devDependencies: { tool: 'file:tool' }, optionalDependencies: { node: 'file:node' } }
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
    const options = { cwd: folder, env: { ...process.env, ...env, npm_config_offline: 'true' } }
    const npm = (args: readonly string[]) => spawnSync('npm', args, options)
    expect(npm(['install', '--package-lock-only'])).toMatchObject({ status: 0 })
    expect(npm(INSTALL)).toMatchObject({ status: 0 })
    for (const name of ['tool', 'node']) expect(existsSync(join(folder, 'node_modules', name)), name).toBe(true)
  },
)

it.each([
  ['process.exit(3)', 3],
  ['process.abort()', 134],
  ["process.kill(process.pid, 'SIGINT')", 130],
])('the exit code of a program that ends with %s is %i', async (program, code) => {
  expect(await exitCode(spawn(process.execPath, ['-e', program], { stdio: 'ignore' }))).toBe(code)
})

it('a setup step writes only to stderr', () => {
  const module = join(import.meta.dirname, 'run.mjs')
  const program = `import { step } from ${JSON.stringify(module)}
    await step('A step', process.execPath, ['-e', 'console.log("built")'], '')`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  expect([stdout, stderr]).toEqual(['', expect.stringContaining('built\n')])
})
