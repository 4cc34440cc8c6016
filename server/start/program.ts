/** Runs the server, or an operator's command if one is given. */
import { usageText } from '#server/admin/command.ts'
import { COMMANDS, runCommand } from '#server/admin/commands.ts'
import { initCommand } from '#server/admin/init.ts'
import { ConfigError, readConfig } from '#server/config/config.ts'
import type { Environment } from '#server/config/reader.ts'
import { OperatorError, SENTENCES, storageFailure } from '#server/db/failure.ts'
import type { Resources } from '#server/deps/deps.ts'
import { help, helpOf } from './help.ts'
import { listenForSignals, serve } from './serve.ts'

/**
 * Runs a command, --help, --version, or the server until a signal. Resolves with the exit code. Prints errors for the
 * operator, and rejects with every other error.
 */
export async function runProgram(args: readonly string[], env: Environment, resources: Resources): Promise<number> {
  const [word, ...rest] = args
  if (word !== undefined && asksForHelp(rest)) {
    const usage = helpOf(word)
    if (usage !== null) {
      console.log(usage)
      return 0
    }
  }
  if ((word === 'serve' || word === 'templates') && rest.length > 0) {
    console.error(usageText(word, rest))
    return 2
  }
  // runs before the umask is set, because the user owns the rendered images
  if (word === 'render' || word === 'mcp') return runTool(word, rest, env, resources)
  if (word !== undefined && word !== 'serve') process.stdout.on('error', failOutput)
  process.umask(0o077) // only the owner may read the database, backups and trial images
  if (word === '--help' || word === '-h' || word === 'help') {
    console.log(helpOf(rest[0] ?? '') ?? help())
    return 0
  }
  if (word === '--version' || word === 'version') {
    console.log(`midground ${manifest.version}`)
    return 0
  }
  try {
    if (word === undefined || word === 'serve') return await serve(readConfig(env), resources)
    if (word === 'templates') return await listTemplates(resources, env)
    if (word === 'init') return await initCommand(rest, resources)
    if (Object.hasOwn(COMMANDS, word)) return await runCommand(word, rest, readConfig(env), resources)
  } catch (error) {
    const sentence = sentenceOf(error)
    if (sentence === null) throw error
    console.error(sentence)
    return 1
  }
  console.error(`${help()}\n\nThere is no command "${word}".`)
  return 2
}

/** Returns true if an argument before `--` is --help or -h. */
function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  return args.slice(0, end < 0 ? args.length : end).some((arg) => arg === '--help' || arg === '-h')
}

/** Returns the error's message for the operator. Returns null if the error is a bug. Its stack is then printed. */
function sentenceOf(error: unknown): string | null {
  if (error instanceof ConfigError || error instanceof OperatorError) return error.message
  const failure = storageFailure(error)
  if (failure) return SENTENCES[failure]
  return error instanceof Error && 'syscall' in error ? error.message : null
}

/** Exits if stdout can't be written, for example on a full disk. */
function failOutput(error: NodeJS.ErrnoException): void {
  printFailure(error)
  process.exit(1)
}

/** Prints why stdout can't be written, unless the reader has closed the pipe. */
function printFailure({ code }: NodeJS.ErrnoException): void {
  if (code !== 'EPIPE') console.error(`The output cannot be written (${code}).`)
}

/**
 * Runs a command that needs the client but no database. Stops it if stdout can't be written: `render` then resolves with
 * 1, and `mcp` with 0, because its client has left.
 */
async function runTool(
  word: 'render' | 'mcp',
  args: readonly string[],
  env: Environment,
  resources: Resources,
): Promise<number> {
  const unwritable = new AbortController()
  process.stdout.on('error', (error) => {
    if (!unwritable.signal.aborted) printFailure(error)
    unwritable.abort()
  })
  process.stderr.on('error', () => undefined) // the images are still written if nobody reads the messages
  const environment = {
    env,
    resources,
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    print: (line: string) => console.log(line),
    warn: (line: string) => console.error(line),
    signal: AbortSignal.any([listenForSignals().stopping, unwritable.signal]),
  }
  if (word === 'mcp') return (await import('#server/mcp/mcp.ts')).mcpCommand(args, environment, manifest.version)
  const code = await (await import('#server/render/render.ts')).renderCommand(args, environment)
  return unwritable.signal.aborted ? 1 : code
}

/** `midground templates`: lists the built-in templates. @throws {OperatorError} if the client isn't built */
async function listTemplates(resources: Resources, env: Environment): Promise<number> {
  const { openCatalogue } = await import('#server/render/renderer.ts')
  const { templateLines } = await import('#server/render/templates.ts')
  for (const line of templateLines(openCatalogue(resources, env).catalogue)) console.log(line)
  return 0
}

/** Time in ms that open connections, for example to a mail server, may keep the process running. */
const LINGER_MS = 1000

/** Sets the exit code. The process then exits by itself, at the latest after `LINGER_MS`. */
export function leave(code: number): void {
  process.exitCode = code
  setTimeout(() => process.exit(), LINGER_MS).unref()
}

import manifest from '../../package.json' with { type: 'json' }
