/** The code counts milliseconds, the tables seconds. */
export const toSeconds = (ms: number): number => Math.floor(ms / 1000)
export const toMs = (seconds: number): number => seconds * 1000
