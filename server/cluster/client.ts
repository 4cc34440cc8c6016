/** Connects to a libSQL server and interprets its errors. */
import { type Client, createClient } from '@libsql/client/http'
import { OperatorError, SENTENCES, StorageError, type StorageFailure, storageFailure } from '#server/db/failure.ts'
import { NewerSchemaError } from '#server/db/migrate.ts'
import { createBreaker } from './breaker.ts'

export interface ServerAddress {
  /** URL that starts with `libsql:`, `http:` or `https:`. */
  readonly url: string
  readonly authToken: string | null
}

const CONCURRENCY = 64
export const REQUEST_TIMEOUT_MS = 15_000

const READ_ONLY_TOKEN = 'The token allows reading only. See DATABASE_AUTH_TOKEN.'

const send = (request: Request, signal?: AbortSignal): Promise<Response> => {
  const limit = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  return fetch(request, { signal: signal ? AbortSignal.any([limit, signal]) : limit })
}

/** Returns a client. It doesn't send a request before its first statement. `fetch` sends its requests. */
export const connectTo = ({ url, authToken }: ServerAddress, fetch: (request: Request) => Promise<Response> = send) =>
  createClient({ url, ...(authToken === null ? {} : { authToken }), concurrency: CONCURRENCY, fetch })

/** Returns a client whose requests fail immediately while the server doesn't respond. */
export function connectWithBreaker(address: ServerAddress): Client {
  const checker = connectTo(address)
  const client = connectTo(
    address,
    createBreaker(send, () => checker.execute('SELECT 1')),
  )
  const close = client.close.bind(client)
  client.close = () => {
    checker.close()
    close()
  }
  return client
}

/** Returns the schema version, or 0 for an empty database. */
export const serverVersion = async (client: Client): Promise<number> =>
  Number((await client.execute('PRAGMA user_version')).rows[0]?.user_version)

/** Returns an OperatorError if the error means that the server can't be used. Otherwise returns `error` itself. */
export function serverError(name: string, error: unknown): unknown {
  const failure = error instanceof OperatorError ? null : serverFailure(error)
  if (failure === null) return error
  const sentence = failure === 'read-only' ? READ_ONLY_TOKEN : SENTENCES[failure]
  return new OperatorError(`${name}: ${sentence}`, { cause: new StorageError(failure, error) })
}

/** Calls `work` with a client and the host name. @throws {OperatorError} if the server can't be used */
export async function withServer<T>(
  server: ServerAddress,
  work: (client: Client, host: string) => Promise<T>,
): Promise<T> {
  const client = connectTo(server)
  const { host } = new URL(server.url)
  try {
    return await work(client, host)
  } catch (error) {
    throw serverError(host, error)
  } finally {
    client.close()
  }
}

/** Prefixes of the codes of network errors. */
const NETWORK = /^(ECONN|EPIPE|ENOTFOUND|EAI_|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR|HRANA_)/

/** Failures by the HTTP status of a response that doesn't follow libSQL's protocol. */
const BY_STATUS: Partial<Record<number, StorageFailure>> = { 401: 'unauthorized', 403: 'read-only' }

/** Returns the storage failure that caused the error, or null for a bug or a violated constraint. */
export function serverFailure(error: unknown): StorageFailure | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = 'code' in at ? String(at.code) : ''
    if (code === 'SERVER_ERROR') continue // the error's cause has the HTTP status
    if (code === 'TRANSACTION_TIMEOUT') return 'locked' // the transaction was rolled back, so the caller can retry
    if ('status' in at && typeof at.status === 'number') return BY_STATUS[at.status] ?? 'unreachable'
    if (NETWORK.test(code) || at.name === 'TimeoutError' || at.message === 'fetch failed') return 'unreachable'
    // HTML instead of JSON: another program listens at this address
    if (at.name === 'SyntaxError') return 'unreachable'
  }
  return storageFailure(error)
}

/** SQL that creates a table and rolls back, which fails with a read-only token. */
const TRY_WRITING = 'BEGIN IMMEDIATE; CREATE TABLE midground_check (x); ROLLBACK'

/** Returns a message about the server's state. `known`: our schema version. @throws {OperatorError} if unusable */
export const checkServer = (server: ServerAddress, known: number): Promise<string> =>
  withServer(server, async (client, host) => {
    const version = await serverVersion(client)
    if (version > known) throw new NewerSchemaError(version, known)
    await client.executeMultiple(TRY_WRITING)
    return version === 0
      ? `${host} can be written to and is empty`
      : `${host} has schema version ${version} of ${known}`
  })

/** @throws {OperatorError} if the server has no tables or can't be used */
export const refuseEmptyServer = (server: ServerAddress): Promise<void> =>
  withServer(server, async (client, host) => {
    if ((await serverVersion(client)) === 0)
      throw new OperatorError(`There is no database at ${host}. Start the server to create its tables.`)
  })
