/** Reads single variables and collects the mistakes, so that one start reports all of them. */
import { readFileSync } from 'node:fs'
import { hasControls } from './forms.ts'
import { VARIABLES, type VariableName } from './variables.ts'

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Reads variables and collects every mistake. */
export interface Reader {
  /** The variable's trimmed value, or the content of the file that NAME_FILE names, or the default. */
  text(name: VariableName): string
  /** An integer within the range. */
  integer(name: VariableName, min: number, max: number): number
  /** One of `options`; the first one after a mistake. */
  choice<const T extends string>(name: VariableName, options: readonly T[]): T
  /** Reports a mistake, one sentence. Any problem stops the start. */
  problem(sentence: string): void
  /** Adds a warning, which is logged at the start. */
  warning(sentence: string): void
  readonly problems: readonly string[]
  readonly warnings: readonly string[]
}

/**
 * Creates a reader over `env`. After a mistake its methods return a usable value, so that one start reports all
 * mistakes.
 */
export function createReader(env: Environment): Reader {
  const problems: string[] = []
  const warnings: string[] = []
  const unreadable = new Set<VariableName>()
  /** Reports one problem per mistake: problems that follow from an unreadable variable are not reported. */
  const problem = (sentence: string): void => {
    const isConsequence = [...unreadable].some((name) => new RegExp(`\\b${name}\\b`).test(sentence))
    if (!isConsequence && !problems.includes(sentence)) problems.push(sentence)
  }
  const text = (name: VariableName): string =>
    readVariable(env, name, (sentence) => {
      problem(sentence)
      unreadable.add(name)
    })
  return {
    text,
    integer(name, min, max) {
      const number = /^\d{1,15}$/.test(text(name)) ? Number(text(name)) : Number.NaN
      if (number >= min && number <= max) return number
      problem(`${name} must be a whole number from ${min} to ${max}`)
      return min
    },
    choice(name, options) {
      const found = options.find((option) => option === text(name))
      if (found === undefined) problem(`${name} must be one of ${options.join(', ')}`)
      return found ?? (options[0] as (typeof options)[number])
    },
    problem,
    warning: (sentence) => void warnings.push(sentence),
    problems,
    warnings,
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

/** Doesn't repeat the value in the message, because the value may be a secret. */
function checkedLine(name: string, value: string, problem: (sentence: string) => void): string {
  if (hasControls(value)) problem(`${name} must be one line without control characters`)
  return value
}
