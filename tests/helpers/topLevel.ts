/** The files allowed in the root folder, to find files left behind by tests or programs. */
const TOP_FILES = new Set([
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'biome.json',
  'index.html',
  'knip.config.ts',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
])

/** Returns the names not allowed in the root folder. Ignores hidden files and logs. */
export const unexpectedFiles = (names: readonly string[]): string[] =>
  names.filter((name) => !TOP_FILES.has(name) && !/^\.|\.log$/.test(name))
