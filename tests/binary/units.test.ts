/** The units of systemd, as `systemd-analyze` reads them. Where that is not installed, nothing can read them. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeFolder } from '../helpers/folders.ts'

const ROOT = join(import.meta.dirname, '../..')
const SERVICE = 'midground.service'

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

/** A folder with the unit and, if there is one, a drop-in. The program of the unit is not installed here. */
function unitFolder(dropIn: string | null): string {
  const folder = makeFolder()
  const unit = readFileSync(join(ROOT, 'scripts/binary', SERVICE), 'utf8')
  writeFileSync(join(folder, SERVICE), unit.replace(/^ExecStart=.*$/m, `ExecStart=${process.execPath}`))
  if (dropIn === null) return folder
  mkdirSync(join(folder, `${SERVICE}.d`))
  writeFileSync(join(folder, `${SERVICE}.d`, 'override.conf'), dropIn)
  return folder
}

/** Runs `systemd-analyze`. A folder of units goes before the system's own. */
const analyze = (folder: string, ...args: string[]) =>
  spawnSync('systemd-analyze', args, { encoding: 'utf8', env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` } })

interface Assessed {
  json_field: string
  /** Null = the unit forbids it. */
  exposure: string | null
}

/** The limits that are not in force, by their names in `systemd-analyze security --json`. */
function allowed(dropIn: string | null, ofWhat: RegExp): string[] {
  const { stdout } = analyze(unitFolder(dropIn), 'security', '--offline=true', '--json=short', SERVICE)
  return (JSON.parse(stdout) as Assessed[])
    .filter(({ json_field, exposure }) => ofWhat.test(json_field) && exposure !== null)
    .map(({ json_field }) => json_field)
    .sort()
}

const documented =
  /```\n(\[Service\]\n[^`]+)```/.exec(readFileSync(join(ROOT, 'docs/render-api.md'), 'utf8'))?.[1] ?? ''
const SANDBOX = /^(?:RestrictNamespaces|SystemCallFilter|ProtectProc)/

it.skipIf(!hasSystemd)('systemd understands the units', () => {
  const folder = unitFolder(documented)
  for (const name of ['midground-minutely.service', 'midground-minutely.timer'])
    copyFileSync(join(ROOT, 'scripts/binary', name), join(folder, name))
  const { status, stderr } = analyze(folder, 'verify', '--man=no', SERVICE, 'midground-minutely.timer')
  expect([status, stderr]).toEqual([0, ''])
})

it.skipIf(!hasSystemd)('the lines for rendering allow what the sandbox of the browser is made of, and no more', () => {
  const alone = allowed(null, SANDBOX)
  expect(alone).not.toContain('RestrictNamespaces_user')
  const rendering = allowed(documented, SANDBOX)
  expect(rendering.filter((name) => !alone.includes(name))).toEqual([
    'RestrictNamespaces_net',
    'RestrictNamespaces_pid',
    'RestrictNamespaces_user',
    'SystemCallFilter_mount', // for chroot, which is in that set
  ])
  expect(alone.filter((name) => !rendering.includes(name))).toEqual([])
})
