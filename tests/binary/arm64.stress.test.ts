/**
 * Builds the executable for arm64 and starts it in an emulator. Needs Debian's `qemu-user`, `libc6-arm64-cross` and
 * `libstdc++6-arm64-cross`. Only `npm run test:long` runs it, because it builds the client again.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { shortOrLong } from '../helpers/longRun.ts'

const ROOT = join(import.meta.dirname, '../..')
const LIBRARIES = '/usr/aarch64-linux-gnu'
const canEmulate =
  existsSync(join(LIBRARIES, 'lib/libstdc++.so.6')) && spawnSync('qemu-aarch64', ['--version']).status === 0

it.runIf(shortOrLong<boolean>(false, canEmulate))('the executable for arm64 starts', () => {
  const build = ['scripts/commands.mjs', 'build:binary', '--target', 'linux-arm64']
  const printed = execFileSync(process.execPath, build, { cwd: ROOT, encoding: 'utf8' })
  const path = /^(.+): [\d.]+ MB/m.exec(printed)?.[1] ?? ''
  const said = (word: string) => execFileSync('qemu-aarch64', ['-L', LIBRARIES, path, word], { encoding: 'utf8' })
  expect(said('--version')).toMatch(/^midground \d+\.\d+\.\d+/)
  expect(said('--help')).toContain('DATABASE_URL')
  expect(execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: join(path, '..'), encoding: 'utf8' })).toMatch(
    /^midground[a-z-]*-linux-arm64: OK$/m,
  )
})
