/** The text of --help. */
import { COMMANDS } from '#server/admin/commands.ts'
import { INIT_USAGE } from '#server/admin/init.ts'
import { RULES, type Rule } from '#server/config/rate-limits.ts'
import { VARIABLES } from '#server/config/variables.ts'
import { USAGE as RENDER_USAGE } from '#server/render/options.ts'

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
    `midground ${INIT_USAGE}`,
    '                                               Writes the settings and the systemd unit. Asks if no setting is given',
    `midground ${RENDER_USAGE}`,
    'midground templates                            Lists the built-in templates with their texts',
    'midground mcp [--root DIR]…                    Serves agents (Model Context Protocol) on standard input and output',
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
