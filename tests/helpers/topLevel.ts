/** Which files may lie at the top of the tree, so that what a test or a program leaves behind is found. */
const TOP_FILES = new Set([
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'biome.json',
  'index.html',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
])

/** Of the names of files at the top, those that belong nowhere; hidden ones and logs are each developer's own. */
export const strangers = (names: readonly string[]): string[] =>
  names.filter((name) => !TOP_FILES.has(name) && !/^\.|\.log$/.test(name))
