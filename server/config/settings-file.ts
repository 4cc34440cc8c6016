/** Writes a file of settings for systemd and containers. */
import { VARIABLES, type VariableName } from './variables.ts'

/** Settings by name, or by NAME_FILE for the file of a secret. */
export type Settings = Readonly<Record<string, string>>

const HEAD = `# The settings of Midground: one NAME=value per line, without quotes. A line with # is not set and shows the default.
# Read a secret from a file with NAME_FILE=/run/secrets/name. Check the settings with \`midground check\`.
`

/** Returns a settings file with all settings and their descriptions. Settings without a value are commented out. */
export function settingsFile(settings: Settings): string {
  const entries = Object.entries(VARIABLES).map(([name, { default: value, doc }]) => {
    const set = [name, `${name}_FILE`].filter((key) => settings[key]).map((key) => `${key}=${settings[key]}`)
    return `\n# ${doc}\n${set.join('\n') || `#${name}=${value}`}\n`
  })
  return HEAD + entries.join('')
}

/**
 * Returns a message for each setting whose value can't be written, because systemd and containers read quotes and
 * backslashes differently.
 */
export const unwritable = (settings: Settings): string[] =>
  Object.entries(settings).flatMap(([name, value]) =>
    /["'\\\n]|^\s|\s$/.test(value)
      ? [`${name} has a quote, a backslash or an outer blank. Write it to a file and set ${name}_FILE to its path`]
      : [],
  )

/** Returns true for the name of a setting, and for NAME_FILE of a secret. */
export const isSetting = (name: string): boolean => {
  if (Object.hasOwn(VARIABLES, name)) return true
  const secret = name.replace(/_FILE$/, '') as VariableName
  return secret !== name && Object.hasOwn(VARIABLES, secret) && 'secret' in VARIABLES[secret]
}
