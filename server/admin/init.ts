/** The command `init`: asks for origin, billing and mail server, writes the settings file and the systemd unit. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '#server/config/config.ts'
import { isSetting, type Settings, settingsFile, unwritable } from '#server/config/settings-file.ts'
import { VARIABLES, type VariableName } from '#server/config/variables.ts'
import { OperatorError } from '#server/db/failure.ts'
import type { Resources } from '#server/deps/deps.ts'
import { existsAlready, hiddenPath, unitFor, writeAll } from './init-files.ts'

export const INIT_USAGE = 'init [--settings FILE] [--unit FILE] [--force] [NAME=VALUE]…'

const UNIT = '/etc/systemd/system/midground.service'
const SETTINGS = '/etc/midground.env'

/** Default settings of a server that listens on loopback behind one reverse proxy. */
const DEFAULTS: Settings = { TRUST_PROXY: '1' }

const ALWAYS = () => true
const sellsPlans = ({ BILLING }: Settings) => BILLING === 'stripe'
const sendsMail = ({ SMTP_HOST }: Settings) => Boolean(SMTP_HOST)
/** The settings to ask for, in order. `init` asks for a setting only if its condition holds. */
const QUESTIONS: readonly (readonly [VariableName, (answers: Settings) => boolean])[] = [
  ['PUBLIC_ORIGIN', ALWAYS],
  ['BILLING', ALWAYS],
  ['STRIPE_SECRET_KEY', sellsPlans],
  ['STRIPE_WEBHOOK_SECRET', sellsPlans],
  ['STRIPE_PRICE_MONTHLY', sellsPlans],
  ['STRIPE_PRICE_YEARLY', sellsPlans],
  ['SMTP_HOST', ALWAYS],
  ['SMTP_PORT', sendsMail],
  ['SMTP_USER', sendsMail],
  ['SMTP_PASSWORD', sendsMail],
  ['SMTP_FROM', sendsMail],
  ['OPERATOR_EMAIL', sendsMail],
]

/**
 * Asks for the settings on standard input unless `args` contains them. Returns the exit code, 2 for wrong arguments.
 * @throws {ConfigError} for invalid settings, {OperatorError} if a file exists or the input ends too early
 */
export async function initCommand(
  args: readonly string[],
  { unit, command }: Pick<Resources, 'unit' | 'command'>,
): Promise<number> {
  const options = readOptions(args)
  if (!options) {
    console.error(`midground ${INIT_USAGE}`)
    return 2
  }
  const { settingsPath, unitPath, force, given } = options
  for (const path of force ? [] : [settingsPath, unitPath]) if (existsSync(path)) throw existsAlready(path)
  const settings = { ...DEFAULTS, ...(Object.keys(given).length > 0 ? given : await ask()) }
  const problems = problemsOf(settings)
  if (problems.length > 0) throw new ConfigError(problems)

  const files = [
    { path: settingsPath, text: settingsFile(settings), mode: 0o600 },
    { path: unitPath, text: unitFor(unit(), command, settingsPath), mode: 0o644 },
  ]
  writeAll(files, force)
  const hidden = hiddenPath(command)
  if (hidden)
    console.error(
      `Warning: the service can't read ${hidden}, because its unit hides home folders (ProtectHome). Install the program outside /home and /root, then run init again with --force.\n`,
    )
  console.log(`${settingsPath} and ${unitPath} are written. Run these two commands:\n`)
  console.log('  sudo useradd --system --no-create-home midground')
  console.log(`  sudo systemctl enable --now ${unitPath === UNIT ? 'midground' : unitPath}`)
  return 0
}

function readOptions(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        settings: { type: 'string', default: SETTINGS },
        unit: { type: 'string', default: UNIT },
        force: { type: 'boolean', default: false },
      },
    })
    const given = Object.fromEntries(
      positionals.map((word) => [word.split('=')[0] ?? '', word.replace(/^[^=]*=?/, '')]),
    )
    if (!positionals.every((word) => word.includes('=')) || !Object.keys(given).every(isSetting)) return null
    return { settingsPath: resolve(values.settings), unitPath: resolve(values.unit), force: values.force, given }
  } catch {
    return null
  }
}

/** Repeats the questions until the settings are valid. An empty answer selects the value in brackets. */
async function ask(): Promise<Settings> {
  const lines = createInterface({ input: process.stdin })
  const input = lines[Symbol.asyncIterator]()
  let answers: Settings = {}
  for (;;) {
    for (const [name, matters] of QUESTIONS) {
      if (!matters(answers)) continue
      const current = answers[name] ?? VARIABLES[name].default
      process.stdout.write(`\n${VARIABLES[name].doc}\n${name}${current ? ` [${current}]` : ''}: `)
      const { value, done } = await input.next()
      if (done) throw new OperatorError('The input ended before the last question.')
      answers = { ...answers, [name]: value.trim() || current }
    }
    const problems = problemsOf({ ...DEFAULTS, ...answers })
    if (problems.length === 0) break
    console.log(
      `\n${problems.map((problem) => `- ${problem}`).join('\n')}\nCorrect the answers. Enter keeps an answer.`,
    )
  }
  lines.close()
  return answers
}

/** Returns the mistakes in the settings of a server behind a proxy. */
function problemsOf(settings: Settings): readonly string[] {
  const problems = [
    ...(settings.PUBLIC_ORIGIN ? [] : ['PUBLIC_ORIGIN is needed, e.g. https://photos.example.org']),
    ...(settings.BILLING ? [] : ['BILLING is needed: off or stripe']),
    ...unwritable(settings),
  ]
  try {
    readConfig(settings)
  } catch (error) {
    if (error instanceof ConfigError) return [...problems, ...error.problems]
    throw error
  }
  return problems
}
