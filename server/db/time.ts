/** Converts ms since the Unix epoch to whole seconds, rounded down. Most tables store seconds. */
export const toSeconds = (ms: number): number => Math.floor(ms / 1000)
/** Converts seconds since the Unix epoch to ms. */
export const toMs = (seconds: number): number => seconds * 1000
