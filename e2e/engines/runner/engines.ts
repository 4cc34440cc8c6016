/** The browser engines, their programs, and how a test opens them. */
import { openChromium } from './chromium.ts'
import { FIREFOX, openFirefox } from './firefox.ts'
import type { EnginePage } from './page.ts'
import { DISPLAY_PROGRAMS, findProgram } from './programs.ts'
import { openWebKit, WEBKIT_PROGRAMS } from './webkit.ts'

export const ENGINES = ['chromium', 'firefox', 'webkit'] as const
export type EngineName = (typeof ENGINES)[number]

interface Engine {
  label: string
  debianPackage: string
  /** Paths of the programs in Debian, as glob patterns. Empty for Chromium, which other scripts install. */
  programs: readonly string[]
  open(): Promise<EnginePage>
}

/** How a script finds and starts each engine. */
export const engines: Readonly<Record<EngineName, Engine>> = {
  chromium: { label: 'Chromium', debianPackage: 'chromium', programs: [], open: openChromium },
  firefox: {
    label: 'Firefox',
    debianPackage: 'firefox-esr',
    programs: [FIREFOX, ...DISPLAY_PROGRAMS],
    open: () => openFirefox(),
  },
  webkit: {
    label: 'WebKitGTK',
    debianPackage: 'webkit2gtk-driver',
    programs: [...Object.values(WEBKIT_PROGRAMS), ...DISPLAY_PROGRAMS],
    open: openWebKit,
  },
}

/** Returns the engine that the environment variable ENGINE names. @throws if there is no such engine */
export function engineName(): EngineName {
  const name = ENGINES.find((engine) => engine === process.env.ENGINE)
  if (!name) throw new Error(`ENGINE must be one of ${ENGINES.join(', ')}`)
  return name
}

/** Returns true if the engine and its driver are installed. */
export const isInstalled = (name: EngineName): boolean => engines[name].programs.every(findProgram)
