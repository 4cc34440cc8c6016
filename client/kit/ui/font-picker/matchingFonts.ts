/** A font as the picker lists it; `name` is its CSS family name. */
export interface FontChoice {
  name: string
  /** The displayed name where it differs from the CSS family name. */
  label?: string
  category: string
}

/** Returns the displayed name of a font. */
export const displayName = ({ name, label = name }: FontChoice): string => label

/**
 * Returns the families of a category (null for all) whose displayed names contain every word of the query, ignoring
 * case. Names that begin with the first word come first.
 */
export function matchingFonts<F extends FontChoice>(
  families: readonly F[],
  query: string,
  category: string | null,
): F[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const hits = families.filter((family) => {
    const name = displayName(family).toLowerCase()
    return (category === null || family.category === category) && words.every((word) => name.includes(word))
  })
  const first = words[0]
  if (!first) return hits
  const begins = (family: F) => displayName(family).toLowerCase().startsWith(first)
  return [...hits.filter(begins), ...hits.filter((family) => !begins(family))]
}
