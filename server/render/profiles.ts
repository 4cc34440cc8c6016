/** Folders of browser profiles in a temporary folder. They may contain cached photos. */
import { readlinkSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { makeTemporaryFolder, namesIn } from '#server/db/file/access.ts'
import { isRunning } from './outputFolder.ts'

const PROFILE_PREFIX = 'midground-render-'
/** The longest possible name of a profile. Process ids on Linux are below 2 ** 22. */
export const LONGEST_PROFILE_NAME = `${PROFILE_PREFIX}4194304-XXXXXX`

const NAME = new RegExp(`^${PROFILE_PREFIX}(\\d+)-`)
/** A link of Chromium that names the computer and the process. Chromium removes it when it exits normally. */
const LOCK = 'SingletonLock'

/**
 * Creates a profile for this process, and removes profiles of killed processes. @throws {OperatorError} if the folder
 * can't be used
 */
export function makeProfile(folder: string): string {
  removeLeftProfiles(folder)
  return makeTemporaryFolder(folder, `${PROFILE_PREFIX}${process.pid}-`)
}

function removeLeftProfiles(folder: string): void {
  for (const name of namesIn(folder)) {
    const pid = NAME.exec(name)?.[1]
    if (!pid || isRunning(Number(pid)) || isUsed(join(folder, name))) continue
    try {
      rmSync(join(folder, name), { recursive: true, force: true })
    } catch {
      // the folder belongs to another user
    }
  }
}

/** Returns true if the profile's process runs, or may run on another computer, such as another container. */
function isUsed(profile: string): boolean {
  try {
    const [, host, pid] = /^(.*)-(\d+)$/.exec(readlinkSync(join(profile, LOCK))) ?? []
    return host !== hostname() || isRunning(Number(pid))
  } catch {
    return false // the browser has removed the lock or has not created it yet
  }
}
