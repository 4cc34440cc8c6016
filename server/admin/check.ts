/** Commands that test the configured services: `midground check` and `midground mail-test`. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { probeHashing } from '#server/auth/password.ts'
import { WEBHOOK_PATH } from '#server/billing/open.ts'
import { stripeProvider } from '#server/billing/stripe.ts'
import { isEmail } from '#server/contract/api/credentials.ts'
import { OperatorError } from '#server/db/failure.ts'
import { mustBeCreatable } from '#server/db/file/access.ts'
import { checkFile } from '#server/db/file/presence.ts'
import { createLog } from '#server/http/log.ts'
import { renderEmail } from '#server/mail/templates.ts'
import { smtpTransport } from '#server/mail/transport.ts'
import { openStorage, probeStorage } from '#server/storage/storage.ts'
import { binding, type CommandContext, type Outcome } from './command.ts'

/** Maximum time in ms that `check` waits for the mail server's reply. */
const CHECK_MS = 20_000

interface Part {
  readonly name: string
  /** Tests a service and returns a message about its state. @throws an Error whose message states the problem */
  run(context: CommandContext): Promise<string>
}

const PARTS: readonly Part[] = [
  {
    name: 'client',
    run: async ({ config, resources }) => {
      const files = [...resources.files(config.clientDir)]
      if (files.length === 0) throw new Error('client not built; run npm run build')
      return `${files.length} files`
    },
  },
  {
    name: 'passwords',
    run: async () => {
      await probeHashing()
      return 'argon2id works'
    },
  },
  {
    name: 'data folder',
    run: async ({ config }) => {
      mustBeCreatable(config.dataDir)
      return existsSync(config.dataDir) ? config.dataDir : `${config.dataDir} will be made`
    },
  },
  {
    name: 'database',
    run: async ({ config, resources }) => {
      const { migrations } = resources
      if (!config.databaseServer) {
        const { databaseFile } = config
        return checkFile(databaseFile, migrations, existsSync(databaseFile) ? binding(config, resources) : {})
      }
      const { checkServer } = await import('#server/cluster/client.ts')
      return checkServer(config.databaseServer, migrations.length)
    },
  },
  {
    name: 'pictures',
    run: async ({ config: { trialImages } }) => {
      if (!trialImages.on) return 'none are stored'
      const { store } = trialImages
      if (store.kind === 'folder' && !existsSync(store.folder)) return `${store.folder} will be made`
      const storage = await openStorage(trialImages.store, createLog('silent'))
      await probeStorage(storage, randomBytes)
      return trialImages.store.kind === 's3' ? `bucket ${trialImages.store.bucket}` : trialImages.store.folder
    },
  },
  {
    name: 'mail',
    run: async ({ config: { smtp } }) => {
      if (!smtp) return 'email is off: SMTP_HOST isn’t set'
      const transport = smtpTransport(smtp, CHECK_MS)
      try {
        await transport.verify()
      } finally {
        transport.close()
      }
      return `connected to ${smtp.host}; run midground mail-test ADDRESS to send a test email`
    },
  },
  {
    name: 'billing',
    run: async ({ config: { billing, stripe, prices, otherPrices, publicOrigin } }) => {
      if (!stripe) return billing === 'off' ? 'off' : 'sandbox'
      const provider = stripeProvider({ kind: 'stripe', prices, ...stripe })
      const problems = await provider.check(`${publicOrigin}${WEBHOOK_PATH}`, otherPrices)
      if (problems.length > 0) throw new Error(problems.join('; '))
      return 'Stripe accepts the key, prices and webhook'
    },
  },
]

/** `midground check`: tests each configured service and prints a line for each. Returns 1 if a test fails. */
export async function checkCommand(context: CommandContext): Promise<number> {
  let failures = 0
  for (const { name, run } of PARTS) {
    try {
      context.print(`ok      ${name.padEnd(12)} ${await run(context)}`)
    } catch (error) {
      failures += 1
      context.print(`FAILED  ${name.padEnd(12)} ${sentenceOf(error)}`)
    }
  }
  for (const warning of context.config.warnings) context.print(`warning ${warning}`)
  return failures === 0 ? 0 : 1
}

/** Returns the error as one line. If the error has no message, uses its code or name. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error instanceof AggregateError ? error.errors[0] : error
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  const message = String(cause instanceof Error ? cause.message : cause) || code || error.name
  const label =
    /^(Error|OperatorError|MailTlsError)$/.test(error.name) || message.includes(error.name) ? '' : `${error.name}: `
  return `${label}${message}`.replace(/\s*\n\s*/g, ' ')
}

/**
 * `midground mail-test ADDRESS`: sends one email. Resolves with 'usage' for an invalid address. @throws {OperatorError}
 * if SMTP_HOST isn't set, or with the mail server's rejection
 */
export async function mailTestCommand({ args: [address = ''], config, print }: CommandContext): Promise<Outcome> {
  if (!isEmail(address)) return 'usage'
  if (!config.smtp) throw new OperatorError('Can’t send email: SMTP_HOST isn’t set.')
  const transport = smtpTransport(config.smtp)
  const data = { subject: `Test email from ${config.brandName}`, text: `${config.publicOrigin} can send email.` }
  try {
    await transport.send(address, renderEmail({ template: 'operator-notice', to: address, data }, config.brandName))
  } catch (cause) {
    throw new OperatorError(`The mail was not sent: ${cause instanceof Error ? cause.message : cause}`, { cause })
  } finally {
    transport.close()
  }
  print(`${config.smtp.host} accepted an email to ${address} from ${config.smtp.from}.`)
  return 0
}
