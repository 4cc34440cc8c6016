/** The rows on a libSQL server (sqld, Turso): the same tables and migrations, for several processes on several machines. */
import { rmSync } from 'node:fs'
import { type Client, createClient } from '@libsql/client/http'
import { drizzle } from 'drizzle-orm/libsql/http'
import * as schema from '#drizzle/schema.ts'
import { createBusyRetry } from './busy-retry.ts'
import { copyServer } from './copy-server.ts'
import type { Database, Orm } from './database.ts'
import { SENTENCES, StorageError, type StorageFailure, storageFailure } from './failure.ts'
import type { SqliteBinding } from './lock.ts'
import { checkOrder, type Migration, NewerSchemaError, oldestReader } from './migrate.ts'
import { refuseNesting } from './nesting.ts'
import { OperatorError } from './operator-error.ts'
import { createProbe } from './probe.ts'
import { createSerialQueue } from './serial-queue.ts'

/** How to open a libSQL server. */
export interface ServerOptions extends SqliteBinding {
  /** `libsql:`, `http:` or `https:`. */
  readonly url: string
  readonly authToken: string | null
  readonly migrations: readonly Migration[]
  /** Where the copy made before a migration goes; none where it is absent. */
  readonly backupTo?: (version: number) => string
}

/** Requests to the server under way at the same time. */
const CONCURRENCY = 64
const REQUEST_TIMEOUT_MS = 15_000
/** The server takes the lock from a writer that died only after five seconds. */
const PATIENCE_MS = 12_000
const PROBE_PATIENCE_MS = 500

const READ_ONLY_TOKEN = 'The token allows reading only. See DATABASE_AUTH_TOKEN.'

/**
 * Connects to a libSQL server and migrates it. @throws {OperatorError} whose cause is a StorageError if the server
 * cannot be reached or refuses the token
 */
export async function openServer(options: ServerOptions): Promise<Database> {
  const { url, authToken } = options
  const client = createClient({
    url,
    ...(authToken === null ? {} : { authToken }),
    concurrency: CONCURRENCY,
    fetch: (request: Request) => fetch(request, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) }),
  })
  const name = new URL(url).host
  try {
    await migrateServer(client, options)
  } catch (error) {
    client.close()
    throw serverError(name, error)
  }
  const orm = drizzle(client, { schema })
  // drizzle's type for one driver does not widen by itself to that for both
  const sharedOrm = orm as unknown as Orm
  const retryBusy = createBusyRetry({ patienceMs: PATIENCE_MS, failureOf: serverFailure })
  const retryProbe = createBusyRetry({ patienceMs: PROBE_PATIENCE_MS, failureOf: serverFailure })
  // Of a process that dies at most one then waits in the server's own queue: each whom nobody hears holds it up for 5 s.
  const inTurn = createSerialQueue({ patienceMs: REQUEST_TIMEOUT_MS })
  return {
    name,
    isFile: false,
    ...refuseNesting({
      query: (work) => retryBusy(() => work(sharedOrm)),
      transaction: (work) => retryBusy(() => inTurn(() => orm.transaction((tx) => work(tx as unknown as Orm)))),
    }),
    probe: createProbe((work) => retryProbe(() => work(sharedOrm))),
    close: () => client.close(),
  }
}

/**
 * Applies what is missing, after a copy of the rows as they were. Each migration is one request and one transaction, so a
 * slow one is not cut off between its steps.
 */
async function migrateServer(client: Client, options: ServerOptions): Promise<void> {
  const { migrations, backupTo, nativeBinding } = options
  let copy: string | null = null
  let isNew = false // there is nothing to copy while the first start makes the tables
  checkOrder(migrations)
  for (;;) {
    const found = await serverVersion(client)
    if (found === migrations.length) return
    if (found > migrations.length) return mustBeReadable(client, found, migrations.length)
    isNew ||= found === 0
    if (found === 0) await mustBeEmpty(client)
    else if (copy === null && backupTo && !isNew) {
      const binding = nativeBinding === undefined ? {} : { nativeBinding }
      copy = await copyServer(client, { to: backupTo(found), version: found, migrations, ...binding })
      if (copy === null) continue // another process has changed the schema meanwhile
    }
    try {
      await client.executeMultiple(script(found, migrations))
    } catch (error) {
      if ((await serverVersion(client)) !== found) continue // another process was faster
      if (copy !== null) rmSync(copy, { force: true }) // each further try would make one more
      throw error
    }
  }
}

/** The first statement after the beginning fails where another process has been here: its row is there already. */
function script(found: number, migrations: readonly Migration[]): string {
  const next = migrations.slice(0, found + 1)
  const guard = found === 0 ? '' : `INSERT INTO meta (key, value) VALUES ('schema_${found + 1}', 'done');`
  return `BEGIN IMMEDIATE;
${guard}
${next.at(-1)?.sql}
;
INSERT INTO meta (key, value) VALUES ('readable_from', '${oldestReader(found, next)}')
  ON CONFLICT DO UPDATE SET value = max(cast(value AS INTEGER), cast(excluded.value AS INTEGER));
PRAGMA user_version = ${found + 1};
COMMIT`
}

async function mustBeEmpty(client: Client): Promise<void> {
  const { rows } = await client.execute(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE 'libsql\\_%' ESCAPE '\\'",
  )
  if (rows.length === 0 || (await serverVersion(client)) > 0) return // another process may have been faster
  throw new OperatorError(
    'The libSQL server has tables but no schema version: they are of another program, or of a copy that lost it.',
  )
}

async function mustBeReadable(client: Client, found: number, known: number): Promise<void> {
  const { rows } = await client.execute("SELECT value FROM meta WHERE key = 'readable_from'")
  if (!(Number(rows[0]?.value) <= known)) throw new NewerSchemaError(found, known)
}

/** Returns the schema version; 0 for an empty database. */
export const serverVersion = async (client: Client): Promise<number> =>
  Number((await client.execute('PRAGMA user_version')).rows[0]?.user_version)

/** Returns an OperatorError with a sentence about a server that cannot be used; returns other errors unchanged. */
export function serverError(name: string, error: unknown): unknown {
  const failure = error instanceof OperatorError ? null : serverFailure(error)
  if (failure === null) return error
  const sentence = failure === 'read-only' ? READ_ONLY_TOKEN : SENTENCES[failure]
  return new OperatorError(`${name}: ${sentence}`, { cause: new StorageError(failure, error) })
}

/** By the beginning of a code of the client's or of the network's. */
const NETWORK = /^(ECONN|EPIPE|ENOTFOUND|EAI_|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR|HRANA_)/

/** By the HTTP status of an answer that is none of the protocol's. */
const BY_STATUS: Partial<Record<number, StorageFailure>> = { 401: 'unauthorized', 403: 'read-only' }

function serverFailure(error: unknown): StorageFailure | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = 'code' in at ? String(at.code) : ''
    if (code === 'SERVER_ERROR') continue // its cause has the HTTP status
    if (code === 'TRANSACTION_TIMEOUT') return 'locked' // it was rolled back, and may be done anew
    if ('status' in at && typeof at.status === 'number') return BY_STATUS[at.status] ?? 'unreachable'
    if (NETWORK.test(code) || at.name === 'TimeoutError' || at.message === 'fetch failed') return 'unreachable'
    if (at.name === 'SyntaxError') return 'unreachable' // a page instead of JSON: something else answers at the address
  }
  return storageFailure(error)
}
