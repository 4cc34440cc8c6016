/** Lengths of time. */
export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
export const DAY_SECONDS = DAY_MS / SECOND_MS

/** Largest accepted difference in ms between the clocks of two machines. */
const SKEW_MS = MINUTE_MS

/** Returns the latest time (ms) that another machine can have stored so far. A later time comes from a wrong clock. */
export const latestTime = (nowMs: number): number => nowMs + SKEW_MS
