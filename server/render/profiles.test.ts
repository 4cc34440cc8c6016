import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { OperatorError } from '#server/db/failure.ts'
import { makeFolder } from '../../tests/helpers/folders.ts'
import { makeProfile } from './profiles.ts'

const ended = spawnSync(process.execPath, ['--version']).pid

/** Creates a profile in `folder` with a cached photo. */
function profile(folder: string, name: string, lock?: string) {
  mkdirSync(join(folder, name, 'Default'), { recursive: true })
  writeFileSync(join(folder, name, 'Default/cache'), 'a photo')
  if (lock !== undefined) symlinkSync(lock, join(folder, name, 'SingletonLock'))
}

it('makeProfile removes the browser profiles of killed processes only', () => {
  const folder = makeFolder()
  profile(folder, `midground-render-${ended}-ended`)
  profile(folder, `midground-render-${ended}-killed`, `${hostname()}-${ended}`)
  profile(folder, `midground-render-${ended}-orphan`, `${hostname()}-${process.pid}`)
  profile(folder, `midground-render-${ended}-other`, `another-computer-${ended}`)
  profile(folder, `midground-render-${process.pid}-ours`)
  profile(folder, 'somebody-else')
  const made = makeProfile(folder)
  expect(made.startsWith(join(folder, `midground-render-${process.pid}-`))).toBe(true)
  const left = readdirSync(folder).filter((name) => join(folder, name) !== made)
  expect(left.map((name) => name.replace(/\d+-/, '')).sort()).toEqual([
    'midground-render-orphan',
    'midground-render-other',
    'midground-render-ours',
    'somebody-else',
  ])
})

it('makeProfile rejects a missing folder and a file with an OperatorError', () => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'file'), '')
  for (const name of ['missing', 'file']) expect(() => makeProfile(join(folder, name))).toThrow(OperatorError)
})
