/** A database on a libSQL server (sqld, Turso), which several servers share. It has the same tables as a file. */
import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '@libsql/client/http'
import { drizzle } from 'drizzle-orm/libsql/http'
import * as schema from '#drizzle/schema.ts'
import { type BusyRetry, createBusyRetry } from '#server/db/connection/busy-retry.ts'
import { createConnectionLock } from '#server/db/connection/connection-lock.ts'
import { refuseNesting } from '#server/db/connection/nesting.ts'
import { createProbe } from '#server/db/connection/probe.ts'
import type { Database, Orm } from '#server/db/database.ts'
import { OperatorError, StorageError } from '#server/db/failure.ts'
import type { SqliteBinding } from '#server/db/file/lock.ts'
import {
  checkOrder,
  type Migration,
  NewerSchemaError,
  oldestReader,
  SELECT_SCHEMA,
  schemaProblem,
} from '#server/db/migrate.ts'
import {
  connectWithBreaker,
  REQUEST_TIMEOUT_MS,
  type ServerAddress,
  serverError,
  serverFailure,
  serverVersion,
} from './client.ts'
import { copyServer } from './copy.ts'

export interface ServerOptions extends ServerAddress, SqliteBinding {
  readonly migrations: readonly Migration[]
  /** Returns the path of the copy before a migration. If absent, no copy is made. */
  readonly backupTo?: (version: number) => string
}

/** Longest wait for a lock, in ms. sqld takes 5 s to take the lock from a process that died. */
const PATIENCE_MS = 12_000
const PROBE_PATIENCE_MS = 500
/** Time limit of the probe, in ms. A server that responds later is treated as unreachable. */
const PROBE_LIMIT_MS = 1500

/** Maximum number of queries and transactions that run or wait. Further calls are rejected. */
const MAX_PENDING = 512

/**
 * Connects to the libSQL server and migrates its schema. @throws {OperatorError} if the server can't be used; its cause
 * is a StorageError
 */
export async function openServer(options: ServerOptions): Promise<Database> {
  const client = connectWithBreaker(options)
  const name = new URL(options.url).host
  try {
    await migrateServer(client, options)
  } catch (error) {
    client.close()
    throw serverError(name, error)
  }
  const orm = drizzle(client, { schema })
  // drizzle's type for one driver doesn't fit the type for both
  const sharedOrm = orm as unknown as Orm
  const retryBusy = bounded(createBusyRetry({ patienceMs: PATIENCE_MS, failureOf: serverFailure }))
  const retryProbe = createBusyRetry({ patienceMs: PROBE_PATIENCE_MS, failureOf: serverFailure })
  // One transaction at a time: if a process dies, each of its open transactions blocks the libSQL server for 5 s.
  const writers = createConnectionLock()
  const probe = createProbe((work) => retryProbe(() => work(sharedOrm)))
  return {
    name,
    isFile: false,
    ...refuseNesting({
      query: (work) => retryBusy(() => work(sharedOrm)),
      transaction: (work) =>
        retryBusy(() =>
          writers.exclusively(() => orm.transaction((tx) => work(tx as unknown as Orm)), REQUEST_TIMEOUT_MS),
        ),
    }),
    probe: () => Promise.race([probe(), wait(PROBE_LIMIT_MS, 'unreachable' as const, { ref: false })]),
    close: () => client.close(),
  }
}

/** Limits the number of unfinished calls of `run` to `MAX_PENDING`. */
function bounded(run: BusyRetry): BusyRetry {
  let pending = 0
  return async (work) => {
    if (pending >= MAX_PENDING) throw new StorageError('unreachable', null)
    pending += 1
    try {
      return await run(work)
    } finally {
      pending -= 1
    }
  }
}

/**
 * Applies missing migrations after a copy. Each migration is one request, so it can't stop halfway. @throws
 * {OperatorError} if this program can't use the schema or write the copy, and the client's errors
 */
export async function migrateServer(client: Client, options: ServerOptions): Promise<void> {
  const { migrations, backupTo, nativeBinding } = options
  const binding = nativeBinding === undefined ? {} : { nativeBinding }
  let copy: string | null = null
  let isNew = false // true after the first migration of an empty database, which needs no copy
  checkOrder(migrations)
  for (;;) {
    const { found, present } = await readSchema(client)
    const problem = schemaProblem(found, present, migrations, binding)
    if (problem !== null) throw new OperatorError(`${new URL(options.url).host} ${problem}`)
    if (found === migrations.length) return
    if (found > migrations.length) return mustBeReadable(client, found, migrations.length)
    isNew ||= found === 0
    if (found > 0 && copy === null && backupTo && !isNew) {
      copy = await copyServer(client, { to: backupTo(found), version: found, migrations, ...binding })
      if (copy === null) continue // null if another process has changed the schema
    }
    try {
      await client.executeMultiple(script(found, migrations))
    } catch (error) {
      // retries if another process has migrated the database; otherwise deletes the copy, because many copies would
      // fill the disk
      if ((await serverVersion(client)) !== found) continue
      if (copy !== null) rmSync(copy, { force: true })
      throw error
    }
  }
}

/** Returns the SQL of a migration. Its first INSERT fails if another process has already applied this migration. */
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

/** Reads the version and the schema in one transaction, because another process may migrate in between. */
async function readSchema(client: Client): Promise<{ found: number; present: string[] }> {
  const snapshot = await client.transaction('read')
  try {
    const version = await snapshot.execute('PRAGMA user_version')
    const { rows } = await snapshot.execute(SELECT_SCHEMA)
    return { found: Number(version.rows[0]?.user_version), present: rows.map(({ part }) => String(part)) }
  } finally {
    snapshot.close()
  }
}

async function mustBeReadable(client: Client, found: number, known: number): Promise<void> {
  const { rows } = await client.execute("SELECT value FROM meta WHERE key = 'readable_from'")
  if (!(Number(rows[0]?.value) <= known)) throw new NewerSchemaError(found, known)
}
