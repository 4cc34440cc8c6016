/** Parses the arguments of `midground render`. */

import { readFileSync, statSync } from 'node:fs'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { RenderJob } from '#server/contract/render.ts'
import { parseTable, type Table } from '#server/contract/tables/csv.ts'
import { checkTableSize, decodeTable, TableError } from '#server/contract/tables/tableText.ts'
import { codeOf } from '#server/db/failure.ts'

export type RenderOptions = ReturnType<typeof parseOptions>

export const USAGE =
  'render TEMPLATE|--design LINK PHOTO… --out DIR [--format png|jpeg|webp] [--size WxH] [--fit crop|fit] [--quality N] ' +
  '[--background "#rrggbb"] [--colors photo|srgb] [--details keep|none] [--set text1="Hello"] ' +
  '[--csv data.csv] [--name "{photo}-{n}"] [--motion push|slide|orbit|float] [--seconds N] [--jobs N] [--json] [--report]'

export const MCP_USAGE = 'mcp [--root DIR]…'

/**
 * Wrong arguments or input files of a command, or a failed tool call. The message is for the user. `midground render`
 * prints it below the usage.
 */
export class UsageError extends Error {}

const MAX_SIDE = 32_767
const MAX_JOBS = 16

/** Parses the arguments after `render`. @throws {UsageError} whose message names the mistake */
export function parseOptions(args: readonly string[]) {
  const { values, positionals } = readArguments(args, OPTIONS)
  const { design = null } = values
  const [template, ...photos] = design === null ? positionals : ['', ...positionals]
  if (template === undefined) throw new UsageError('Missing template. Pass a template’s ID or a .midground file.')
  if (!values.out) throw new UsageError('Missing --out. Pass the output folder.')
  if (photos.length === 0 && values.csv === undefined) throw new UsageError('Missing photo. Pass at least 1 photo.')
  const { motion, format, seconds, size, quality, background } = values
  if (motion === undefined && seconds !== undefined) throw new UsageError('--seconds needs --motion.')
  const useless = motion === undefined ? undefined : IMAGE_OPTIONS.find((name) => values[name] !== undefined)
  if (useless) throw new UsageError(`--${useless} has no effect with --motion. Remove one of them.`)
  return {
    /** Id of a built-in template, or path of a project or a layered image (.json). */
    template,
    /** A design link, which replaces the template, or null. */
    design,
    photos,
    out: values.out,
    format:
      motion === undefined
        ? choiceOf('--format', format ?? 'png', ['png', 'jpeg', 'webp'])
        : motionFormat(format ?? 'mp4'),
    /** Camera path and duration (s) of a video loop, or null for an image. */
    motion: motion === undefined ? null : readMotion(motion, seconds),
    /** Size of each image, px, or null for the size of its photo. */
    size: size === undefined ? null : sizeOf(size),
    /** How an image with a different aspect ratio fits into `size`: cropped, or with margins. */
    fitting: choiceOf('--fit', values.fit ?? 'crop', ['crop', 'fit']),
    /** Quality from 1 to 100, or null for the format's default. */
    quality: quality === undefined ? null : parseInteger('--quality', quality, 1, 100),
    /** '#rrggbb' behind transparent pixels and margins if the format has no alpha, or null for white. */
    background: background === undefined ? null : colorOf(background),
    /** 'photo': preserves the photo's colors outside sRGB with a color profile. */
    colors: choiceOf('--colors', values.colors ?? 'photo', ['photo', 'srgb']),
    /** 'keep': the file contains the date, author, copyright and resolution of the photo. It never has the location. */
    details: choiceOf('--details', values.details ?? 'keep', ['keep', 'none']),
    /** The new text of text layers, by layer name. */
    texts: Object.fromEntries((values.set ?? []).map(textOf)),
    /** Path of the table, or null. */
    csv: values.csv ?? null,
    /** Pattern of file names without extension. Null is '{photo}', or '{photo}-{n}' for a photo that is used twice. */
    name: values.name ?? null,
    /** Number of images rendered at the same time, 1 to 16. */
    jobs: parseInteger('--jobs', values.jobs ?? '1', 1, MAX_JOBS),
    /** Prints a line of JSON about each image. */
    json: values.json ?? values.report ?? false,
    /** Adds the readability of each text layer. Implies `json`. */
    report: values.report ?? false,
  }
}

function motionFormat(format: string) {
  if (format === 'webp') throw new UsageError('--format webp: animated WebP is not supported. Choose mp4, webm or gif.')
  return choiceOf('--format', format, ['mp4', 'webm', 'gif'])
}

const readMotion = (path: string, seconds = '4') => ({
  path: choiceOf('--motion', path, ['push', 'slide', 'orbit', 'float']),
  seconds: parseInteger('--seconds', seconds, 2, 8),
})

/** Returns the export settings. Settings without an option are omitted. */
export function exportSettings({
  format,
  size,
  fitting,
  quality,
  background,
  colors,
  details,
}: RenderOptions): RenderJob['settings'] {
  return {
    format,
    fitting,
    colors,
    details: details === 'keep',
    ...(size ? { size: 'pixels', ...size } : {}),
    ...(quality === null ? {} : { quality }),
    ...(background === null ? {} : { background }),
  }
}

/** Options of images that don't apply to video loops. */
const IMAGE_OPTIONS = ['fit', 'quality', 'background', 'colors', 'details'] as const

const ONE = { type: 'string' } as const
const OPTIONS = {
  out: ONE,
  design: ONE,
  format: ONE,
  size: ONE,
  fit: ONE,
  quality: ONE,
  background: ONE,
  colors: ONE,
  details: ONE,
  set: { type: 'string', multiple: true },
  csv: ONE,
  name: ONE,
  motion: ONE,
  seconds: ONE,
  jobs: ONE,
  json: { type: 'boolean' },
  report: { type: 'boolean' },
} as const

/** Reads options and other arguments. @throws {UsageError} for an unknown option, or a missing or extra value */
export function readArguments<const O extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: O,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    // Node's messages also explain how to write arguments that begin with "-", which confuses users
    const [, option] = /^(?:Unknown option|Option) '(?:-\w, )?(-[^' ]+)/.exec(String((error as Error).message)) ?? []
    const isUnknown = codeOf(error) === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
    const takesValue = Object.entries(options).some(([name, { type }]) => option === `--${name}` && type === 'string')
    const known = Object.keys(options).map((name) => `--${name}`)
    if (isUnknown) throw new UsageError(`Unknown option ${option}. Options: ${known.join(', ')}.`)
    throw new UsageError(takesValue ? `${option} needs a value.` : `${option} takes no value.`)
  }
}

/** Accepted synonyms of choices. */
const SAME: Readonly<Record<string, string>> = { jpg: 'jpeg' }

function choiceOf<const T extends string>(name: string, value: string, known: readonly T[]): T {
  const plain = value.toLowerCase()
  const found = known.find((each) => each === (SAME[plain] ?? plain))
  if (found) return found
  throw new UsageError(`${name} ${value}: ${known.slice(0, -1).join(', ')} or ${known.at(-1)}.`)
}

function sizeOf(value: string): { width: number; height: number } {
  const [, width = '', height = ''] = /^(\d+)x(\d+)$/.exec(value) ?? []
  const size = { width: Number(width), height: Number(height) }
  if (width && Math.min(size.width, size.height) > 0 && Math.max(size.width, size.height) <= MAX_SIDE) return size
  throw new UsageError(`--size ${value}: width and height in px, such as 1080x1350.`)
}

function colorOf(value: string): string {
  if (/^#?[0-9a-f]{6}$/i.test(value)) return `#${value.replace('#', '')}`
  throw new UsageError(`--background ${value}: a color such as "#ffffff".`)
}

function parseInteger(name: string, value: string, min: number, max: number): number {
  const number = Number(value)
  if (/^\d+$/.test(value) && number >= min && number <= max) return number
  throw new UsageError(`${name} ${value}: a whole number from ${min} to ${max}.`)
}

function textOf(value: string): [string, string] {
  const at = value.indexOf('=')
  if (at > 0) return [value.slice(0, at), value.slice(at + 1)]
  throw new UsageError(`--set ${value}: the name of a text and what it says, such as text1="Hello".`)
}

/** Reads the table of `--csv`. @throws {UsageError} if the file can't be read or isn't a valid table */
export function readTable(path: string): Table {
  try {
    checkTableSize(statSync(path).size)
    return parseTable(decodeTable(readFileSync(path)))
  } catch (error) {
    if (error instanceof TableError) throw new UsageError(`--csv ${path}: ${error.message}`)
    if (codeOf(error) === '') throw error
    throw new UsageError(`Can’t read --csv ${path}: the file doesn’t exist or isn’t readable.`)
  }
}
