/** The dependency rule, as data and as a function over sources, so that planted violations can prove it. */
import { dirname, join, normalize } from 'node:path'

/** Lower may not import higher; equals may not import each other. From the bottom up. */
const LEVELS: readonly (readonly string[])[] = [
  ['server/contract'],
  ['client/base'],
  ['client/words'],
  [
    'client/ui',
    'client/api',
    'client/fonts',
    'client/emoji',
    'shaders',
    'drizzle',
    'server/rules.ts',
    'server/secrets.ts',
    'server/variables.ts',
    'server/picture-store.ts',
    'server/database-url.ts',
  ],
  ['server/db'],
  ['client/document', 'server/config.ts', 'server/http'],
  ['client/history', 'client/assets', 'server/deps.ts', 'server/mail', 'server/auth'],
  ['client/session', 'server/profiles'],
  ['client/controls', 'server/billing', 'server/trial-images', 'server/static'],
  ['client/tune', 'client/edges', 'server/metrics', 'server/webhooks', 'server/resources.ts'],
  ['client/layers', 'server/jobs', 'server/admin', 'server/status.ts'],
  ['client/compositor', 'server/app.ts', 'server/help.ts'],
  ['client/importer', 'client/segmenter', 'client/exporter', 'client/projects', 'server/assemble.ts'],
  ['client/flows', 'client/interact', 'client/account', 'client/offline', 'server/serve.ts'],
  ['client/editor', 'client/pricing', 'client/home', 'client/checkout', 'client/pages', 'server/program.ts'],
  ['client/app', 'server/main.ts', 'server/binary.ts'],
]

/** Packages fenced to the folders named. A key matches the package and everything below it. */
const FENCES: readonly (readonly [string, RegExp])[] = [
  ['pixi.js', /^(client\/(assets|layers|compositor|tune|exporter|app)|shaders)\//],
  ['@pixi/react', /^client\/(compositor|editor)\//],
  ['react', /\.tsx$|^client\/(words|ui|controls|session|account|editor|app|pricing|home|checkout|pages)\//],
  ['@tensorflow/', /^client\/segmenter\/worker\//],
  ['frimousse', /^client\/editor\/emojis\//],
  ['@lingui/', /^client\/words\//],
  ['idb', /^client\/projects\//],
  ['fflate', /^client\/projects\//],
  ['heic2any', /^client\/importer\/heic\//],
  ['heic-to', /^client\/importer\/heic\//],
  ['better-sqlite3', /^server\/db\//],
  ['drizzle-orm', /^(drizzle|server)\//],
  ['stripe', /^server\/billing\//],
  ['lucia', /^server\/auth\//],
  ['@aws-sdk/', /^server\/trial-images\//],
  ['prom-client', /^server\/metrics\//],
  ['nodemailer', /^server\/mail\//],
  ['node:', /^(server|drizzle)\//],
]

export type Sources = ReadonlyMap<string, string>
interface Import {
  from: string
  to: string
  isTypeOnly: boolean
}

/** Folders of client/layers that are no kind: every kind may import them. */
const COMMON = new Set(['shared', 'drawn', 'cards', 'photo'])

const STATEMENT =
  /^[ \t]*(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm

export function importsOf(sources: Sources): Import[] {
  return [...sources].flatMap(([from, text]) =>
    [...text.matchAll(STATEMENT)].map(([, type, named, lazy]) => ({
      from,
      to: resolve(from, named ?? lazy ?? ''),
      isTypeOnly: Boolean(type),
    })),
  )
}

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier))
  return specifier.startsWith('#') ? specifier.slice(1) : specifier
}

/** The longest prefix wins, so one file of a folder may stand lower than the rest. */
export function levelOf(path: string): { rank: number; unit: string } | null {
  const hits = LEVELS.flatMap((units, rank) =>
    units.filter((unit) => path === unit || path.startsWith(`${unit}/`)).map((unit) => ({ rank, unit })),
  )
  return hits.sort((a, b) => b.unit.length - a.unit.length)[0] ?? null
}

const isFenced = (specifier: string, name: string) =>
  name.endsWith(':') || name.endsWith('/')
    ? specifier.startsWith(name)
    : specifier === name || specifier.startsWith(`${name}/`)

/** One sentence per violation; an empty list means that the house stands as designed. */
export function violations(sources: Sources): string[] {
  const kind = (path: string) => /^client\/layers\/([^/]+)\//.exec(path)?.[1]
  const found: string[] = []
  for (const path of sources.keys())
    if (/^(client|server|shaders|drizzle)\//.test(path) && !levelOf(path)) found.push(`${path} has no level`)
  for (const { from, to, isTypeOnly } of importsOf(sources)) {
    const [a, b] = [levelOf(from), levelOf(to)]
    if (!isTypeOnly && a && b && a.unit !== b.unit && b.rank >= a.rank)
      found.push(`${from} imports up or sideways: ${to}`)
    const fence = FENCES.find(([name]) => isFenced(to, name))
    if (!isTypeOnly && fence && !fence[1].test(from)) found.push(`${from} climbs the fence of ${to}`)
    if (!isTypeOnly && from.startsWith('client/') && to.startsWith('server/') && !to.startsWith('server/contract/'))
      found.push(`${from} takes a value from the server: ${to}`)
    const [mine, theirs] = [kind(from), kind(to)]
    if (mine && theirs && mine !== theirs && !COMMON.has(theirs))
      found.push(`${from} imports another layer kind: ${to}`)
  }
  for (const [path, text] of sources) {
    if (/^server\//.test(path) && path !== 'server/config.ts' && /process\.env\b/.test(text))
      found.push(`${path} reads process.env`)
    if (/^client\//.test(path) && !path.startsWith('client/api/') && /fetch\(\s*[`'"]\/api/.test(text))
      found.push(`${path} calls our server past client/api`)
    const lines = text.split('\n').length
    if (lines > 301 && !isTable(text)) found.push(`${path} has ${lines} lines`)
  }
  for (const circle of circles(sources)) found.push(`files import each other in a circle: ${circle.join(' → ')}`)
  return found
}

/** Each way round by which files import one another, lazily or not; types make no circle. One way per circle of files. */
function circles(sources: Sources): string[][] {
  const targets = new Map<string, string[]>()
  for (const { from, to, isTypeOnly } of importsOf(sources))
    if (!isTypeOnly && sources.has(to)) targets.set(from, [...(targets.get(from) ?? []), to])
  const found: string[][] = []
  const trail: string[] = []
  const done = new Set<string>()
  const visit = (path: string) => {
    const at = trail.indexOf(path)
    if (at >= 0) found.push([...trail.slice(at), path])
    if (at >= 0 || done.has(path)) return
    trail.push(path)
    for (const to of targets.get(path) ?? []) visit(to)
    trail.pop()
    done.add(path)
  }
  for (const path of targets.keys()) visit(path)
  return found
}

/** Tables of data may be long; they say so on their first line. */
const isTable = (text: string) => /^\/\*\* Table\b/.test(text)
