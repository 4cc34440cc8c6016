/** Creates a complete server with a new database and a fixed clock. It stops at the end of the test file. */
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { pino } from 'pino'
import { profiles } from '#drizzle/schema.ts'
import { readConfig } from '#server/config/config.ts'
import type { Environment } from '#server/config/reader.ts'
import { toSeconds } from '#server/db/database.ts'
import type { FileDatabase } from '#server/db/open.ts'
import type { Email } from '#server/mail/templates.ts'
import type { Transport } from '#server/mail/transport.ts'
import { assemble } from '#server/start/assemble.ts'
import { indexFiles, type SourceFile } from '#server/static/files.ts'
import { freshDatabase } from '../../helpers/database.ts'
import { closeAtEnd, makeFolder } from '../../helpers/folders.ts'
import { Browser, ORIGIN, PASSWORD } from './browser.ts'

export interface TestOptions {
  readonly env?: Environment
  readonly files?: Iterable<SourceFile>
  /** Receives the emails, which aren't sent. */
  readonly mails?: { to: string; email: Email }[]
  /** Receives the log lines. By default, nothing is logged. */
  readonly logLines?: string[]
  readonly db?: FileDatabase
  readonly transport?: Transport
  readonly pause?: (ms: number) => Promise<void>
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>

export async function startTestServer(options: TestOptions = {}) {
  const folder = makeFolder()
  const env = { DATA_DIR: folder, BILLING: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'silent', ...options.env }
  const config = readConfig(env)
  const db = options.db ?? freshDatabase(join(folder, 'midground.db'))
  const clock = { ms: Date.now() }
  const { mails, logLines } = options
  const collecting: Transport | undefined = mails && {
    send: async (to, email) => void mails.push({ to, email }),
    close: () => undefined,
  }
  const transport = options.transport ?? collecting
  const log = logLines
    ? pino({ level: 'debug' }, { write: (line) => void logLines.push(line) })
    : pino({ level: 'silent' })
  const { app, deps, outbox, close } = await assemble({
    config,
    db,
    log,
    files: indexFiles(options.files ?? [], config.brandName),
    now: () => clock.ms,
    pause: options.pause ?? (async () => undefined),
    ...(transport ? { transport } : {}),
  })

  closeAtEnd(async () => {
    await close()
    db.close()
  })

  const browse = () => new Browser(ORIGIN, '', async (url, init) => app.request(url, init))

  return {
    app,
    deps,
    db,
    outbox,
    folder,
    clock,
    get visitor(): Browser {
      return browse()
    },
    async signUp(email: string) {
      const browser = browse()
      await browser.signUp(email)
      const { user } = await browser.get<{ user: { id: string } }>('/api/auth/session')
      return Object.assign(browser, { id: user.id, email })
    },
  }
}

/** Gives an account a role of the access guard, as billing does. */
export function setRole(
  { db, clock }: TestServer,
  userId: string,
  role: 'free' | 'no-credits' | 'trial' | 'pro',
): void {
  const isPaid = role === 'trial' || role === 'pro'
  const set = {
    paid: isPaid,
    expiresAt: isPaid ? toSeconds(clock.ms) + 86_400 : null,
    subscriptionId: role === 'trial' ? 'trial_sub_1' : role === 'pro' ? 'sub_1' : null,
    downloadCredits: role === 'no-credits' ? 0 : 2,
  }
  db.orm.update(profiles).set(set).where(eq(profiles.id, userId)).run()
}

export const NEW_PASSWORD = 'an even longer phrase'

/** Returns method and body of a request to `/api/auth/login` or `/api/auth/signup`. */
export const login = (email: string, password = PASSWORD, returnUrl?: unknown) => ({
  method: 'POST',
  json: { email, password, returnUrl },
})

export const code = async (response: Response) => ((await response.json()) as { error: { code: string } }).error.code

/** Returns the second-factor code at a time (ms since the Unix epoch). */
export const codeAt = (secret: string, ms: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: ms })
