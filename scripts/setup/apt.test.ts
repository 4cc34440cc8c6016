import { expect, it } from 'vitest'
import { installPackages } from './apt.mjs'

const LOCKED =
  'E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 812 (unattended-upgr)\nE: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), is another process using it?\n'
const LISTS_LOCKED = 'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 90 (apt-get)\n'

/** Simulates apt-get, which fails with each of `failures` in turn and then succeeds. */
function fakeApt(...failures: string[]) {
  const [calls, said, waits]: [string[], string[], number[]] = [[], [], []]
  const deps = {
    apt: async ([verb = '']: string[]) => {
      calls.push(verb)
      const errors = failures.shift()
      return errors === undefined ? { code: 0, errors: '' } : { code: 100, errors }
    },
    wait: async (ms: number) => void waits.push(ms),
    say: (text: string) => void said.push(text),
  }
  return { deps, calls, said, waits }
}

it('installPackages waits while another program holds a lock and reports that program once', async () => {
  const { deps, calls, said, waits } = fakeApt(LISTS_LOCKED, LISTS_LOCKED)
  await installPackages(['exiftool'], deps)
  expect(calls).toEqual(['update', 'update', 'update', 'install'])
  expect(waits).toHaveLength(2)
  expect(said).toEqual(['· Waiting for the package manager: apt-get, process 90, holds /var/lib/apt/lists/lock …'])
})

it('installPackages gives up after 15 minutes with an error that names the lock', async () => {
  const { deps, waits } = fakeApt(...Array<string>(400).fill(LOCKED))
  await expect(installPackages(['exiftool'], deps)).rejects.toThrow(
    'The package manager is busy: unattended-upgr, process 812, holds /var/lib/dpkg/lock-frontend. Wait until it ends, then run this command again.',
  )
  expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(15 * 60_000)
})

it("installPackages reports apt's other errors without waiting", async () => {
  const { deps, said, waits } = fakeApt('', 'E: Unable to locate package exiftoool\n')
  await expect(installPackages(['exiftoool'], deps)).rejects.toThrow('apt-get could not install exiftoool.')
  expect(said).toEqual(['E: Unable to locate package exiftoool'])
  expect(waits).toEqual([])
})
