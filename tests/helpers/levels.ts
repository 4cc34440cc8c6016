/** The rule about imports between folders, as a table and as a function that finds violations. */
import { dirname, join, normalize } from 'node:path'

/**
 * Folders by level, the lowest first. A file may import only from files of lower levels, even if it imports only a
 * type. Folders of the same level may not import each other.
 */
const LEVELS: readonly (readonly string[])[] = [
  ['server/contract'],
  // kit: independent of photos
  ['client/kit/values'],
  ['client/kit/geometry', 'client/kit/async'],
  ['client/kit/bytes', 'client/kit/device-storage'],
  ['client/kit/pixels'],
  ['client/kit/browser'],
  ['client/kit/i18n', 'shaders'],
  ['client/kit/ui', 'client/kit/api', 'client/kit/fonts', 'client/kit/emoji'],
  // model: the document, undo, pixels by id
  ['client/model/document'],
  ['client/model/history', 'client/model/assets'],
  ['client/model/session'],
  // render: painting a document
  ['client/render/kind.ts'],
  ['client/render/shadow', 'client/render/windows'],
  ['client/render/halves.ts', 'client/render/stackOrder.ts', 'client/render/inpainting'],
  ['client/render/objects'],
  ['client/render/canvas2d', 'client/render/matting', 'client/render/planes.ts'],
  ['client/render/photo', 'client/render/previewDocument.ts'],
  ['client/render/lens'],
  ['client/render/compositor'],
  // media: import, segmentation and export of files
  ['client/media/file'],
  ['client/media/gainmap'],
  ['client/media/importer', 'client/media/segmenter', 'client/media/exporter'],
  // layers: the kinds of layers
  ['client/layers/controls'],
  ['client/layers'],
  // engine: opens photos, applies templates and makes files, without an interface
  ['client/engine/openPhoto.ts', 'client/engine/liftPart.ts'],
  ['client/engine'],
  // editor
  ['client/editor/storage'],
  ['client/editor/flows'],
  ['client/editor/tools'],
  ['client/editor'],
  // features: one folder each, and their registry
  ['client/features'],
  // site: the pages around the editor
  ['client/site/account'],
  ['client/site/gallery'],
  ['client/site/home', 'client/site/pricing', 'client/site/checkout', 'client/site/pages'],
  ['client/site/admin'],
  // app: the entry points
  ['client/app/offline'],
  ['client/app/env.d.ts', 'client/app/routes', 'client/app/headless'],
  ['client/app/start', 'client/app/prerender'],
  // server
  ['drizzle', 'server/config', 'server/crypto'],
  ['server/db'],
  ['server/http'],
  ['server/static'],
  ['server/deps'],
  ['server/mail', 'server/storage'],
  ['server/cluster'],
  ['server/auth'],
  ['server/profiles'],
  ['server/billing', 'server/trial-images', 'server/render'],
  ['server/mcp'],
  ['server/metrics'],
  ['server/jobs', 'server/admin'],
  ['server/start'],
]

/** Features that may import other features, and the features that they import. */
const SECOND_FLOOR: Readonly<Record<string, readonly string[]>> = {
  batch: ['templates'],
  'design-link': ['templates'],
}

/** Packages that only these folders may import. A key includes all subpaths of the package. */
const FENCES: readonly (readonly [string, RegExp])[] = [
  ['pixi.js', /^(client\/(render|layers|media\/exporter|app)|shaders)\//],
  ['@pixi/react', /^client\/(render\/compositor|editor)\//],
  ['react', /\.tsx$|^client\/(kit\/(i18n|ui)|model\/session|layers|editor|features|site|app)\//],
  ['@tensorflow/', /^client\/media\/segmenter\/worker\//],
  ['frimousse', /^client\/features\/stickers\//],
  ['@lingui/', /^client\/kit\/i18n\//],
  ['idb', /^client\/editor\/storage\//],
  ['fflate', /^client\/engine\/project-file\//],
  ['mediabunny', /^client\/media\/exporter\/motion\//],
  ['gifenc', /^client\/media\/exporter\/motion\//],
  ['heic2any', /^client\/media\/importer\/heic\//],
  ['libheif-js', /^client\/media\/importer\/heic\//],
  ['better-sqlite3', /^server\/(db|cluster)\//],
  ['@libsql/', /^server\/cluster\//],
  ['drizzle-orm', /^(drizzle|server)\//],
  ['stripe', /^server\/billing\//],
  ['lucia', /^server\/auth\//],
  ['otpauth', /^server\/auth\//],
  ['uqr', /^client\/site\/account\/settings\//],
  ['@aws-sdk/', /^server\/storage\//],
  ['prom-client', /^server\/metrics\//],
  ['nodemailer', /^server\/mail\//],
  ['node:', /^(server|drizzle)\//],
]

export type Sources = ReadonlyMap<string, string>
interface Import {
  from: string
  to: string
  isTypeOnly: boolean
  /** true if the path starts with "." */
  isRelative: boolean
}

/** Folders of client/layers that all kinds of layers may import. */
const COMMON = new Set(['placement', 'occlusion', 'colors', 'cards', 'controls'])

const STATEMENT =
  /^[ \t]*(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm

function importsOf(sources: Sources): Import[] {
  return [...sources].flatMap(([from, text]) =>
    [...text.matchAll(STATEMENT)].map(([, type, named, lazy]) => ({
      from,
      to: resolve(from, named ?? lazy ?? ''),
      isTypeOnly: Boolean(type),
      isRelative: (named ?? lazy ?? '').startsWith('.'),
    })),
  )
}

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier))
  return specifier.startsWith('#') ? specifier.slice(1) : specifier
}

/**
 * Returns the level of a file. The longest matching path determines it, so a file may have a lower level than its
 * folder.
 */
function levelOf(path: string): { rank: number; unit: string } | null {
  const hits = LEVELS.flatMap((units, rank) =>
    units.filter((unit) => path === unit || path.startsWith(`${unit}/`)).map((unit) => ({ rank, unit })),
  )
  return hits.sort((a, b) => b.unit.length - a.unit.length)[0] ?? null
}

const isFenced = (specifier: string, name: string) =>
  name.endsWith(':') || name.endsWith('/')
    ? specifier.startsWith(name)
    : specifier === name || specifier.startsWith(`${name}/`)

/**
 * Returns true for imports that the rule covers: all imports, including types. Exception: the client's API code may
 * import the types of the server's routes.
 */
const isCounted = (from: string, to: string, isTypeOnly: boolean) =>
  !isTypeOnly || !(from.startsWith('client/kit/api/') && to === 'server/start/app.ts')

/**
 * Returns the folder of a path whose files import each other by relative paths, for example client/kit, server/auth or
 * shaders.
 */
const areaOf = (path: string) => /^(?:(?:client|server)\/[^/]+|[^/]+)(?=\/)/.exec(path)?.[0] ?? path

/** A line of a comment with more than 120 characters. The linter's formatter wraps code, but not comments. */
const WIDE_COMMENT = /^ *(?:\/\*\*|\*|\/\/) .{121}/m

/**
 * Returns one sentence per violation of the rules of levels, packages, file lengths and import circles. `sources`: text
 * of the files by path.
 */
export function violations(sources: Sources): string[] {
  const kind = (path: string) => /^client\/layers\/([^/]+)\//.exec(path)?.[1]
  const found: string[] = []
  for (const path of sources.keys())
    if (/^(client|server|shaders|drizzle)\//.test(path) && !levelOf(path)) found.push(`${path} has no level`)
  for (const { from, to, isTypeOnly, isRelative } of importsOf(sources)) {
    if (isRelative && levelOf(to) && areaOf(from) !== areaOf(to))
      found.push(`${from} leaves its area by a relative path: ${to}`)
    const [a, b] = [levelOf(from), levelOf(to)]
    if (isCounted(from, to, isTypeOnly) && a && b && a.unit !== b.unit && b.rank >= a.rank)
      found.push(`${from} imports up or sideways: ${to}`)
    const fence = FENCES.find(([name]) => isFenced(to, name))
    if (!isTypeOnly && fence && !fence[1].test(from)) found.push(`${from} may not import the package ${to}`)
    if (!isTypeOnly && from.startsWith('client/') && to.startsWith('server/') && !to.startsWith('server/contract/'))
      found.push(`${from} takes a value from the server: ${to}`)
    const [mine, theirs] = [kind(from), kind(to)]
    if (mine && theirs && mine !== theirs && !COMMON.has(theirs))
      found.push(`${from} imports another layer kind: ${to}`)
  }
  for (const [path, text] of sources) {
    if (/^server\//.test(path) && path !== 'server/config/config.ts' && /process\.env\b/.test(text))
      found.push(`${path} reads process.env`)
    if (/^client\//.test(path) && !path.startsWith('client/kit/api/') && /fetch\(\s*[`'"]\/api/.test(text))
      found.push(`${path} calls our server past client/kit/api`)
    const lines = text.split('\n').length
    if (lines > 301 && !isTable(text)) found.push(`${path} has ${lines} lines`)
    if (WIDE_COMMENT.test(text)) found.push(`${path} has a comment wider than 120 columns`)
  }
  for (const circle of circles(sources)) found.push(`files import each other in a circle: ${circle.join(' → ')}`)
  return found
}

/**
 * Returns one sentence per import of a feature's file from outside the feature. Only the registry and the features of
 * SECOND_FLOOR may import them, so that a feature can be removed with its folder and its lines in the registry. The
 * rule covers tests.
 */
export function featureLeaks(sources: Sources): string[] {
  const feature = (path: string) => /^client\/features\/([^/]+)\//.exec(path)?.[1] ?? ''
  return importsOf(sources)
    .filter(({ from, to }) => {
      const [own, other] = [feature(from), feature(to)]
      const isAllowed = own === other || from === 'client/features/registry.ts' || SECOND_FLOOR[own]?.includes(other)
      return other !== '' && !isAllowed
    })
    .map(({ from, to }) => `${from} imports the feature of ${to}`)
}

/**
 * Returns cycles of files that import each other, including lazy imports and imports of types. Each cycle is a path.
 */
function circles(sources: Sources): string[][] {
  const targets = new Map<string, string[]>()
  for (const { from, to, isTypeOnly } of importsOf(sources))
    if (isCounted(from, to, isTypeOnly) && sources.has(to)) targets.set(from, [...(targets.get(from) ?? []), to])
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

/** Returns true for a table of data: its first comment starts with 'Table'. It may exceed 300 lines. */
const isTable = (text: string) => /^\/\*\* Table\b/.test(text)
