/** `npm run test:long` sets LONG_TESTS for long random walks and many repetitions. `npm test` runs short ones. */
export const IS_LONG = Boolean(process.env.LONG_TESTS)

/** Returns the number of steps, seeds or repetitions, or the list of cases, for the current run. */
export const shortOrLong = <T = number>(short: T, long: T): T => (IS_LONG ? long : short)

/** Milliseconds after which a test is treated as hung. Slow tests stay below this limit. */
export const TEST_TIMEOUT_MS = IS_LONG ? 3_600_000 : 120_000

/**
 * Number of retries of a failed test of browsers or processes. `npm test` sets TEST_RETRIES to 1 and lists the tests
 * that passed only on retry. Unit tests are never retried.
 */
export const TEST_RETRIES = Number(process.env.TEST_RETRIES ?? 0)

/** Maximum time for a browser to connect to Vitest, ms. On a busy machine Vite needs minutes for the dependencies. */
export const CONNECT_TIMEOUT_MS = 300_000
