/** Tests the systemd units with `systemd-analyze`. Skipped if it isn't installed. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeFolder } from '../helpers/folders.ts'

const ROOT = join(import.meta.dirname, '../..')
const SERVICE = 'midground.service'

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

/** Creates a folder with the unit. Replaces the unit's program, which isn't installed here. */
function unitFolder(): string {
  const folder = makeFolder()
  const unit = readFileSync(join(ROOT, 'scripts/binary', SERVICE), 'utf8')
  writeFileSync(join(folder, SERVICE), unit.replace(/^ExecStart=.*$/m, `ExecStart=${process.execPath}`))
  return folder
}

/** Runs `systemd-analyze`, which prefers the folder's units to the system's. */
const analyze = (folder: string, ...args: string[]) =>
  spawnSync('systemd-analyze', args, { encoding: 'utf8', env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` } })

it.skipIf(!hasSystemd)('systemd accepts the service and timer units', () => {
  const folder = unitFolder()
  for (const name of ['midground-minutely.service', 'midground-minutely.timer'])
    copyFileSync(join(ROOT, 'scripts/binary', name), join(folder, name))
  const { status, stderr } = analyze(folder, 'verify', '--man=no', SERVICE, 'midground-minutely.timer')
  expect([status, stderr]).toEqual([0, ''])
})
