/** The engines: where Debian installs them, and how they are opened. */
import { existsSync, readdirSync } from 'node:fs'
import { openChromium } from './chromium.ts'
import { openFirefox } from './firefox.ts'
import type { EnginePage } from './page.ts'
import { openWebKit } from './webkit.ts'

/** The engines that are tested. */
export const ENGINES = ['chromium', 'firefox', 'webkit'] as const
/** The name of an engine on the command line. */
export type EngineName = (typeof ENGINES)[number]

interface Engine {
  label: string
  debianPackage: string
  /** Path of the executable; undefined = not installed. */
  program(): string | undefined
  open(): Promise<EnginePage>
}

const DRIVER = '/usr/bin/WebKitWebDriver'
const SCREEN = ['/usr/bin/Xvfb', '/usr/bin/openbox']

/** How each engine is found and started. */
export const engines: Readonly<Record<EngineName, Engine>> = {
  chromium: {
    label: 'Chromium',
    debianPackage: 'chromium',
    program: () => process.env.CHROMIUM_PATH || firstOf(['/usr/bin/chromium']),
    open: () => openChromium(engines.chromium.program()),
  },
  firefox: {
    label: 'Firefox',
    debianPackage: 'firefox-esr',
    program: () => firstOf(['/usr/bin/firefox-esr', '/usr/bin/firefox']),
    open: () => openFirefox(requiredProgram('firefox')),
  },
  webkit: {
    label: 'WebKitGTK',
    debianPackage: 'webkit2gtk-driver',
    program: () => (existsSync(DRIVER) ? firstOf(webkitFolders().map((folder) => `${folder}/MiniBrowser`)) : undefined),
    open: () => openWebKit(requiredProgram('webkit'), DRIVER),
  },
}

/** Returns the engine named by the environment variable ENGINE. @throws if it names none. */
export function engineName(): EngineName {
  const name = ENGINES.find((engine) => engine === process.env.ENGINE)
  if (!name) throw new Error(`ENGINE must be one of ${ENGINES.join(', ')}`)
  return name
}

/** True if the engine and its driver are installed. */
export const isInstalled = (name: EngineName): boolean =>
  engines[name].program() !== undefined && (name === 'chromium' || SCREEN.every((path) => existsSync(path)))

/** Debian installs MiniBrowser outside the PATH, in a folder named after architecture and version. */
function webkitFolders(): string[] {
  return ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu']
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.startsWith('webkit2gtk-'))
        .map((name) => `${folder}/${name}`),
    )
}

const firstOf = (paths: readonly string[]) => paths.find((path) => existsSync(path))

function requiredProgram(name: EngineName): string {
  const program = engines[name].program()
  if (!program) throw new Error(`${engines[name].label} is not installed`)
  return program
}
