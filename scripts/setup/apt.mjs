// Installs Debian packages. Waits while another program, such as unattended-upgrades, holds a lock of the package
// manager.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { SetupError } from './run.mjs'

/** Programs that tests call, and their Debian packages. */
const TEST_PROGRAMS = {
  exiftool: 'libimage-exiftool-perl',
  transicc: 'liblcms2-utils',
  nginx: 'nginx',
  caddy: 'caddy',
  openssl: 'openssl',
}

/** Time between two tries, and total time until setup gives up, ms. Unattended upgrades take minutes. */
const RETRY_MS = 5000
const MAX_WAIT_MS = 15 * 60_000

/**
 * Installs the programs of `TEST_PROGRAMS` that aren't on the PATH. Without root, the tests of these programs are
 * skipped.
 */
export async function testPrograms() {
  const missing = Object.keys(TEST_PROGRAMS).filter((name) => !hasProgram(name))
  if (missing.length > 0 && mayInstall()) await aptGet(missing.map((name) => TEST_PROGRAMS[name]))
}

/** Returns true if a program is on the PATH. */
export function hasProgram(name) {
  try {
    execFileSync('/bin/sh', ['-c', `command -v ${name}`], { stdio: 'ignore' })
    return true
  } catch {
    return false // the shell found no program
  }
}

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/**
 * Installs Debian packages. @throws SetupError if the process isn't root or apt-get is missing (the message lists the
 * packages), or if `installPackages` fails
 */
export async function aptGet(packages) {
  if (!mayInstall()) throw new SetupError(`The tests need these programs, please install them: ${packages.join(', ')}.`)
  await installPackages(packages)
}

/**
 * Updates the lists of packages and installs packages. Tests replace `apt`, `wait` and `say`. @throws SetupError if the
 * installation fails, or if another program holds a lock for too long
 */
export async function installPackages(packages, { apt = runApt, wait = (ms) => pause(ms), say = console.error } = {}) {
  const isDone = async (args) => (await whenUnlocked(args, { apt, wait, say })) === 0
  await isDone(['update', '-qq']) // continues after a failure, because the lists of an earlier update may be enough
  if (!(await isDone(['install', '-y', '-qq', '--no-install-recommends', ...packages])))
    throw new SetupError(`apt-get could not install ${packages.join(', ')}.`)
}

/** Runs apt-get until no other program holds its lock. Returns the exit code. */
async function whenUnlocked(args, { apt, wait, say }) {
  for (let waited = 0; ; waited += RETRY_MS) {
    const { code, errors } = await apt(args)
    const lock = code === 0 ? null : readLock(errors)
    if (!lock) {
      if (errors) say(errors.trimEnd())
      return code
    }
    if (waited >= MAX_WAIT_MS)
      throw new SetupError(
        `The package manager is busy: ${lock.holder} holds ${lock.file}. Wait until it ends, then run this command again.`,
      )
    if (waited === 0) say(`· Waiting for the package manager: ${lock.holder} holds ${lock.file} …`)
    await wait(RETRY_MS)
  }
}

/** Returns the lock file and its holder from apt's messages, or null if apt failed for another reason. */
function readLock(errors) {
  const file = /Could not get lock (\/\S+?)[.\s]/.exec(errors)?.[1]
  if (!file) return null
  const [, id, name] = /held by process (\d+)(?: \(([^)]*)\))?/.exec(errors) ?? []
  return { file, holder: id ? `${name ? `${name}, ` : ''}process ${id},` : 'another program' }
}

/** Runs apt-get. Resolves with its exit code and the text of its error output. */
function runApt(args) {
  return new Promise((resolve, reject) => {
    // readLock reads the English messages
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' }
    const child = spawn('apt-get', args, { stdio: ['ignore', 'ignore', 'pipe'], env })
    let errors = ''
    child.stderr.on('data', (text) => {
      errors += text
    })
    child.once('error', (error) => reject(new SetupError(`apt-get could not be started: ${error.message}`)))
    child.once('close', (code) => resolve({ code: code ?? 1, errors }))
  })
}
