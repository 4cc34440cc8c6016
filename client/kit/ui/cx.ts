/** Joins class names with spaces. Omits false, null, undefined and empty names. */
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')
