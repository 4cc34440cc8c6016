import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { OperatorError } from '#server/db/failure.ts'
import { launchChromium, temporaryFolder } from './chromium.ts'

const LONG = `/tmp/${'long'.repeat(20)}`

it('temporaryFolder rejects a folder whose path is too long for a socket', () => {
  expect(temporaryFolder('linux', '/tmp/short')).toBe('/tmp/short')
  expect(temporaryFolder('linux', LONG)).toBe('/tmp')
  expect(temporaryFolder('win32', LONG)).toBe(LONG)
  expect(() => temporaryFolder('linux', LONG, '/nowhere')).toThrow(
    new OperatorError(`The path of TMPDIR is too long for Chromium, name a shorter folder: ${LONG}`),
  )
})

it('a failed start of Chromium is reported in one sentence with its reason', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'browser-')), 'chromium')
  writeFileSync(path, '#!/bin/sh\necho "a library is missing" >&2\nexit 3\n')
  chmodSync(path, 0o755)
  await expect(
    launchChromium(path, '127.0.0.1:1', { isRoot: false, env: process.env, platform: 'linux' }),
  ).rejects.toThrow(new OperatorError(`Chromium could not be started: ${path} (a library is missing)`))
})
