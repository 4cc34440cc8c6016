/** Reads single variables and collects what is wrong with them, so that one start names every problem. */
import { readFileSync } from 'node:fs'
import { VARIABLES, type VariableName } from './variables.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface Reader {
  /** The variable without blanks around it, or the content of the file that NAME_FILE names, or the default. */
  text(name: VariableName): string
  /** An integer within the range. */
  integer(name: VariableName, min: number, max: number): number
  choice<const T extends string>(name: VariableName, options: readonly T[]): T
  /** Stops the start. */
  problem(sentence: string): void
  /** Logged at start. */
  warning(sentence: string): void
  readonly problems: readonly string[]
  readonly warnings: readonly string[]
}

export function createReader(env: Environment): Reader {
  const problems: string[] = []
  const warnings: string[] = []
  const problem = (sentence: string) => void problems.push(sentence)
  const text = (name: VariableName): string => readVariable(env, name, problem)
  return {
    text,
    integer(name, min, max) {
      const number = Number(text(name))
      if (Number.isInteger(number) && number >= min && number <= max) return number
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
  const file = env[`${name}_FILE`]
  if ('secret' in VARIABLES[name] && file) {
    try {
      return readFileSync(file, 'utf8').trim()
    } catch {
      problem(`${name}_FILE cannot be read`)
      return ''
    }
  }
  return env[name]?.trim() || VARIABLES[name].default
}
