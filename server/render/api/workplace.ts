/** Folders of requests and of browsers. All of them are gone at the end; those of a killed process at the next start. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { temporaryFolder } from '../chromium.ts'
import { PROFILE_PREFIX } from '../profiles.ts'

/** The temporary folders of requests and browsers. */
export interface Workplace {
  /** Makes a folder for the files of one request, which only the server may read. Returns its path. */
  makeFolder(): string
  /**
   * Makes a folder for the profile of a browser. Returns its path, which may lie outside `root`, because Chromium needs a
   * short one.
   */
  makeProfile(): string
  /** Removes a folder that was made here. */
  remove(folder: string): Promise<void>
  /** Removes all folders. */
  close(): void
}

const REQUEST_PREFIX = 'request-'
/** A file that says where a profile is which could not lie here. */
const ELSEWHERE = '.elsewhere'

/** Opens the workplace in the folder `root`, which no other process uses. What a former process left there is removed. */
export function openWorkplace(root: string, platform: string): Workplace {
  const clear = () => {
    for (const name of list(root)) if (name.endsWith(ELSEWHERE)) removeElsewhere(join(root, name))
    rmSync(root, REMOVED)
  }
  clear()
  return {
    makeFolder() {
      mkdirSync(root, PRIVATE)
      return mkdtempSync(join(root, REQUEST_PREFIX))
    },
    makeProfile() {
      mkdirSync(root, PRIVATE)
      const parent = temporaryFolder(platform, root)
      const profile = mkdtempSync(join(parent, PROFILE_PREFIX))
      if (parent !== root) writeFileSync(join(root, basename(profile) + ELSEWHERE), profile)
      return profile
    },
    async remove(folder) {
      await rm(folder, REMOVED)
      await rm(join(root, basename(folder) + ELSEWHERE), { force: true })
    },
    close: clear,
  }
}

const PRIVATE = { recursive: true, mode: 0o700 } as const
const REMOVED = { recursive: true, force: true, maxRetries: 5 } as const

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // there is none yet
  }
}

function removeElsewhere(note: string): void {
  const folder = readFileSync(note, 'utf8')
  // only what such a note can name: a file that was cut short must not have something else removed
  if (basename(folder).startsWith(PROFILE_PREFIX)) rmSync(folder, REMOVED)
}
