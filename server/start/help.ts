/** The text of --help. */
import { COMMANDS } from '#server/admin/commands.ts'
import { INIT_USAGE } from '#server/admin/init.ts'
import { RULES, type Rule } from '#server/config/rate-limits.ts'
import { VARIABLES } from '#server/config/variables.ts'
import { MCP_USAGE, USAGE as RENDER_USAGE } from '#server/render/options.ts'

/** The commands that aren't in COMMANDS: their usage and description. */
const OTHERS: Readonly<Record<string, { usage: string; doc: string }>> = {
  serve: { usage: 'serve', doc: 'Starts the server on HOST and PORT.' },
  init: { usage: INIT_USAGE, doc: 'Writes the settings and the systemd unit. Asks if no setting is given.' },
  render: {
    usage: RENDER_USAGE,
    doc: 'Renders a template on many photos. TEMPLATE: an ID, a .midground or a .json file.',
  },
  templates: { usage: 'templates', doc: 'Lists the built-in templates with their texts.' },
  mcp: { usage: MCP_USAGE, doc: 'Serves agents (Model Context Protocol) on standard input and output.' },
}

/** Returns the text of `midground COMMAND --help`, or null for an unknown command. */
export function helpOf(word: string): string | null {
  const found = [OTHERS, COMMANDS].find((commands) => Object.hasOwn(commands, word))?.[word]
  return found ? `midground ${found.usage}\n\n${found.doc}` : null
}

/** Returns the text of --help: commands, environment variables and rate limits. */
export function help(): string {
  const commands = Object.values(COMMANDS).map(({ usage, doc }) => `  ${usage.padEnd(44)} ${doc}`)
  const variables = Object.entries(VARIABLES).map(
    ([name, { default: value, doc }]) => `  ${name.padEnd(26)} ${doc}${value === '' ? '' : ` Default: ${value}.`}`,
  )
  const limits = Object.values<Rule>(RULES).map(
    ({ name, max, windowMs }) => `  ${name.padEnd(26)} ${max} in ${windowMs / 1000} s`,
  )
  return [
    'midground                                      Starts the server on HOST and PORT',
    'midground COMMAND',
    'midground COMMAND --help                       Prints the usage of a command',
    ...Object.values(OTHERS).flatMap(({ usage, doc }) => [`midground ${usage}`, `${' '.repeat(47)}${doc}`]),
    'midground --version                            Prints the version',
    '',
    'Commands:',
    ...commands,
    '',
    'Environment:',
    ...variables,
    '',
    'Rate limits (change with RATE_LIMITS):',
    ...limits,
    '',
    'To read a secret from a file, set NAME_FILE=/run/secrets/name.',
  ].join('\n')
}
