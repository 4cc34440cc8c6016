/** Converts between the code's milliseconds and the seconds of most tables, both since the Unix epoch. */
export const toSeconds = (ms: number): number => Math.floor(ms / 1000)
export const toMs = (seconds: number): number => seconds * 1000
