/** The placeholders `{name}` in template text and in file names. Names ignore case. */

/** Returns the values by lower-case name, for `fillPlaceholders`. */
export const byLowerName = (values: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]))

const PLACEHOLDER = /\{([^{}]+)\}/g

/** Returns the names of the placeholders in a text, in lower case. */
export const placeholdersIn = (text: string): string[] =>
  [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name.trim().toLowerCase())

/** Replaces each `{name}` with its value. Placeholders without a value remain. */
export const fillPlaceholders = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replace(PLACEHOLDER, (whole, name: string) => values.get(name.trim().toLowerCase()) ?? whole)
