/** True in `npm run test:long`, which makes longer random walks and more repetitions than `npm test`. */
export const IS_LONG = Boolean(process.env.LONG_TESTS)

/** Returns `short` or, in `npm run test:long`, `long`. */
export const shortOrLong = <T = number>(short: T, long: T): T => (IS_LONG ? long : short)

/** Timeout in ms. A longer test counts as hung. Slow tests need less time. */
export const TEST_TIMEOUT_MS = IS_LONG ? 3_600_000 : 480_000

/** Timeout in ms of a test whose networks run on a software GPU, next to other tests. */
export const NETWORKS_TIMEOUT_MS = TEST_TIMEOUT_MS + 600_000

/**
 * Number of retries of a failed browser or process test. `npm test` sets TEST_RETRIES to 1 and lists the tests that
 * passed only on retry. Unit tests have no retries.
 */
export const TEST_RETRIES = Number(process.env.TEST_RETRIES ?? 0)

/** Maximum time (ms) until a browser connects to Vitest. On a busy machine, Vite needs minutes for dependencies. */
export const CONNECT_TIMEOUT_MS = 300_000
