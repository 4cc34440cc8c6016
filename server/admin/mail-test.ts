/** `midground mail-test ADDRESS`: sends one mail as the server would, and says what the mail server answers. */
import { isEmail } from '../contract/credentials.ts'
import { OperatorError } from '../db/operator-error.ts'
import { writeLetter } from '../mail/templates.ts'
import { smtpTransport } from '../mail/transport.ts'
import type { CommandContext, Outcome } from './command.ts'

/**
 * `midground mail-test ADDRESS`: sends one mail. @throws {OperatorError} with the mail server's answer when it refuses
 * the mail
 */
export async function mailTestCommand({ args: [address], config, print }: CommandContext): Promise<Outcome> {
  if (!address || !isEmail(address)) return 'usage'
  if (!config.smtp) throw new OperatorError('Can’t send email: SMTP_HOST isn’t set.')
  const transport = smtpTransport(config.smtp)
  const data = { subject: `Test email from ${config.brandName}`, text: `${config.publicOrigin} can send email.` }
  try {
    await transport.send(address, writeLetter({ template: 'operator-notice', to: address, data }, config.brandName))
  } catch (cause) {
    throw new OperatorError(`The mail was not sent: ${cause instanceof Error ? cause.message : cause}`, { cause })
  } finally {
    transport.close()
  }
  print(`${config.smtp.host} accepted an email to ${address} from ${config.smtp.from}.`)
  return 0
}
