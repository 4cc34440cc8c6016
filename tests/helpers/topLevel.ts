/** The files that may be in the root folder, so that a file left behind by a test or program is found. */
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

/** The names that are not allowed in the root folder. Hidden files and logs are ignored. */
export const unexpectedFiles = (names: readonly string[]): string[] =>
  names.filter((name) => !TOP_FILES.has(name) && !/^\.|\.log$/.test(name))
