/** Reads single settings, and collects all mistakes for one report. */
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { isEmail } from '#server/contract/api/credentials.ts'
import { VARIABLES, type VariableName } from './variables.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export type Reader = ReturnType<typeof createReader>

/**
 * Creates a reader of `env`. Its methods return a value even for an invalid setting, so that one start reports all
 * problems.
 */
export function createReader(env: Environment) {
  const problems: string[] = []
  const warnings: string[] = []
  const unreadable = new Set<VariableName>()
  /**
   * Adds a message to `problems`, which prevent the start. Skips a message about a setting whose value couldn't be
   * read.
   */
  const problem = (sentence: string): void => {
    const isConsequence = [...unreadable].some((name) => new RegExp(`\\b${name}\\b`).test(sentence))
    if (!isConsequence && !problems.includes(sentence)) problems.push(sentence)
  }
  /** Returns the setting's trimmed value, or the content of the file that NAME_FILE names, or the default. */
  const text = (name: VariableName): string =>
    readVariable(env, name, (sentence) => {
      problem(sentence)
      unreadable.add(name)
    })
  return {
    text,
    integer(name: VariableName, min: number, max: number): number {
      const number = /^\d{1,15}$/.test(text(name)) ? Number(text(name)) : Number.NaN
      if (number >= min && number <= max) return number
      problem(`${name} must be a whole number from ${min} to ${max}`)
      return min
    },
    /** Returns the setting if it is one of `options`. Returns the first option if the setting is invalid. */
    choice<const T extends string>(name: VariableName, options: readonly [T, ...T[]]): T {
      const found = options.find((option) => option === text(name))
      if (found === undefined) problem(`${name} must be one of ${options.join(', ')}`)
      return found ?? options[0]
    },
    problem,
    /** Adds a warning, which the server logs at startup. */
    warning: (sentence: string): void => void warnings.push(sentence),
    problems: problems as readonly string[],
    warnings: warnings as readonly string[],
  }
}

function readVariable(env: Environment, name: VariableName, problem: (sentence: string) => void): string {
  const given = env[name]?.trim() ?? ''
  const file = 'secret' in VARIABLES[name] ? (env[`${name}_FILE`] ?? '') : ''
  if (file === '') return checkedLine(name, given, problem) || VARIABLES[name].default
  if (given !== '') problem(`${name} and ${name}_FILE are both set: set one of them`)
  const secret = readSecret(`${name}_FILE`, file, problem)
  return checkedLine(`${name}_FILE`, secret, problem)
}

function readSecret(name: string, file: string, problem: (sentence: string) => void): string {
  try {
    const secret = readFileSync(file, 'utf8').trim()
    if (secret === '') problem(`${name}: ${file} is empty`)
    return secret
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error
    const why = code === 'ENOENT' ? 'does not exist' : code === 'EISDIR' ? 'is a folder' : `cannot be read (${code})`
    problem(`${name}: ${file} ${why}`)
    return ''
  }
}

/**
 * Returns `value`. Reports control characters, which could start another header or log line. Doesn't show the value,
 * which may be secret.
 */
function checkedLine(name: string, value: string, problem: (sentence: string) => void): string {
  if (/\p{C}/u.test(value)) problem(`${name} must be one line without control characters`)
  return value
}

const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?'
const HOST_NAME = new RegExp(`^${LABEL}(?:\\.${LABEL})*\\.?$`, 'i')

/** Returns true for an IP address (also in brackets) and for a host name (RFC 1123), but not for `127.0.0.999`. */
export function isHost(text: string): boolean {
  if (isIP(text.replace(/^\[(.*)\]$/, '$1')) !== 0) return true
  const isNumeric = /(^|\.)\d+\.?$/.test(text) // a host name can't end in a number
  return text.length <= 253 && HOST_NAME.test(text) && !isNumeric
}

/** Returns the address in `hello@example.org` or `Midground <hello@example.org>`, or null for any other form. */
export function mailboxAddress(text: string): string | null {
  const [, address = ''] = /^(?:[^<>@\p{C}]*)<([^<>]+)>$/u.exec(text) ?? [null, text]
  return isEmail(address) ? address : null
}
