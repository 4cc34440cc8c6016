/** Compares a catalogue (translations by English text) with the texts in the code. */
type Catalogue = Readonly<Record<string, string>>

/** Returns texts that the catalogue translates but the code doesn't contain. */
export const unknownIn = (catalogue: Catalogue, literals: ReadonlySet<string>): string[] =>
  Object.keys(catalogue).filter((text) => !literals.has(text))

/** Returns texts of the code that the catalogue doesn't translate. */
export const missingIn = (catalogue: Catalogue, english: ReadonlySet<string>): string[] =>
  [...english].filter((text) => !Object.hasOwn(catalogue, text))
