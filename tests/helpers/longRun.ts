/** `npm run test:long` sets LONG_TESTS: random walks are then long and repetitions many. `npm test` runs short ones. */
export const IS_LONG = Boolean(process.env.LONG_TESTS)

/** The number of steps, seeds or repetitions, or the list of cases, for the run that is under way. */
export const shortOrLong = <T = number>(short: T, long: T): T => (IS_LONG ? long : short)

/** Milliseconds after which a test counts as hung. None of them judges speed. */
export const TEST_TIMEOUT_MS = IS_LONG ? 3_600_000 : 120_000

/**
 * How often a failed test of browsers and processes is repeated. `npm test` sets TEST_RETRIES to 1 and names the tests that
 * passed only when repeated. Unit tests are never repeated.
 */
export const TEST_RETRIES = Number(process.env.TEST_RETRIES ?? 0)

/** Milliseconds that a browser may take to connect to Vitest. On a busy machine Vite takes minutes for the dependencies. */
export const CONNECT_TIMEOUT_MS = 300_000
