import { chmodSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { OperatorError } from '#server/db/failure.ts'
import { launchChromium, temporaryFolder } from './chromium.ts'
import { isRunning } from './outputFolder.ts'

const LONG = `/tmp/${'long'.repeat(20)}`

it('temporaryFolder rejects a folder whose path is too long for a socket', () => {
  expect(temporaryFolder('linux', '/tmp/short')).toBe('/tmp/short')
  expect(temporaryFolder('linux', LONG)).toBe('/tmp')
  expect(temporaryFolder('win32', LONG)).toBe(LONG)
  expect(() => temporaryFolder('linux', LONG, '/nowhere')).toThrow(
    new OperatorError(`The path of TMPDIR is too long for Chromium, name a shorter folder: ${LONG}`),
  )
})

/** Writes a program that fails like a Chromium. Returns its path. */
function failingBrowser(script: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'browser-')), 'chromium')
  writeFileSync(path, `#!/bin/sh\n${script}\necho "a library is missing" >&2\nexit 3\n`)
  chmodSync(path, 0o755)
  return path
}

const launch = (path: string) =>
  launchChromium(path, '127.0.0.1:1', { isRoot: false, env: process.env, platform: 'linux' })

it('launchChromium rejects with an OperatorError that names the program and the reason', async () => {
  const path = failingBrowser('')
  await expect(launch(path)).rejects.toThrow(
    new OperatorError(`Chromium could not be started: ${path} (a library is missing)`),
  )
})

it('closing the browser ends its processes, because they would write to the removed profile', async () => {
  const path = failingBrowser('sleep 600 &\necho "$! $TMPDIR" > "$0.started"')
  await expect(launch(path)).rejects.toThrow(OperatorError)
  const [pid, profile] = readFileSync(`${path}.started`, 'utf8').trim().split(' ')
  await expect.poll(() => isRunning(Number(pid))).toBe(false)
  expect(readdirSync(tmpdir())).not.toContain(basename(profile ?? ''))
})
