export interface FontChoice {
  name: string
  category: string
}

/** Families whose names hold every word of the query; those that begin with it come first. */
export function matchingFonts<F extends FontChoice>(
  families: readonly F[],
  query: string,
  category: string | null,
): F[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const hits = families.filter((family) => {
    const name = family.name.toLowerCase()
    return (category === null || family.category === category) && words.every((word) => name.includes(word))
  })
  const first = words[0]
  if (!first) return hits
  const begins = (family: F) => family.name.toLowerCase().startsWith(first)
  return [...hits.filter(begins), ...hits.filter((family) => !begins(family))]
}
