export interface FontChoice {
  name: string
  /** The displayed name where it differs from the CSS family name. */
  label?: string
  category: string
}

export const shownName = ({ name, label = name }: FontChoice): string => label

/** Families whose names hold every word of the query; those that begin with it come first. */
export function matchingFonts<F extends FontChoice>(
  families: readonly F[],
  query: string,
  category: string | null,
): F[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const hits = families.filter((family) => {
    const name = shownName(family).toLowerCase()
    return (category === null || family.category === category) && words.every((word) => name.includes(word))
  })
  const first = words[0]
  if (!first) return hits
  const begins = (family: F) => shownName(family).toLowerCase().startsWith(first)
  return [...hits.filter(begins), ...hits.filter((family) => !begins(family))]
}
