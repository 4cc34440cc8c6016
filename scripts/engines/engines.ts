/** The engines: their programs, and how they are opened. */
import { openChromium } from './chromium.ts'
import { FIREFOX, openFirefox } from './firefox.ts'
import type { EnginePage } from './page.ts'
import { DISPLAY_PROGRAMS, findProgram } from './programs.ts'
import { openWebKit, WEBKIT_PROGRAMS } from './webkit.ts'

/** The engines that are tested. */
export const ENGINES = ['chromium', 'firefox', 'webkit'] as const
/** The name of an engine on the command line. */
export type EngineName = (typeof ENGINES)[number]

interface Engine {
  label: string
  debianPackage: string
  /** Paths of programs in Debian, as glob patterns. The commands of this project install a Chromium themselves. */
  programs: readonly string[]
  open(): Promise<EnginePage>
}

/** How each engine is found and started. */
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

/** Returns the engine named by the environment variable ENGINE. @throws if it names none. */
export function engineName(): EngineName {
  const name = ENGINES.find((engine) => engine === process.env.ENGINE)
  if (!name) throw new Error(`ENGINE must be one of ${ENGINES.join(', ')}`)
  return name
}

/** Returns true if the engine and its driver are installed. */
export const isInstalled = (name: EngineName): boolean => engines[name].programs.every(findProgram)
