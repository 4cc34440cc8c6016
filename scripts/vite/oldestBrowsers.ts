/** The oldest browser versions with every API that the client needs. `tests/oldestBrowsers.test.ts` derives them. */
export const OLDEST_BROWSERS = { chrome: '124', edge: '124', firefox: '128', safari: '17.4' } as const

/** Vite's `build.target`: newer syntax and CSS are lowered to these browsers. */
export const BUILD_TARGET = Object.entries(OLDEST_BROWSERS).map(([browser, version]) => `${browser}${version}`)
