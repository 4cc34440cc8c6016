/** Creates error responses from error codes and exceptions. */
import type { Context, TypedResponse } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from 'pino'
import { API_ERRORS, type ApiErrorCode, type ApiErrorJson } from '#server/contract/api/errors.ts'
import { isForeignKeyFailure, storageFailure } from '#server/db/failure.ts'
import type { AppEnv } from './env.ts'

type Refusal<Code extends ApiErrorCode, Status extends ContentfulStatusCode> = Response &
  TypedResponse<ApiErrorJson<Code>, Status, 'json'>

/** Responds with the error `code` and its standard message. */
export function fail<const Code extends ApiErrorCode, const Status extends ContentfulStatusCode>(
  c: Context,
  status: Status,
  code: Code,
): Refusal<Code, Status> {
  // hono widens the types of literal messages
  return c.json(failWith(code), status) as unknown as Refusal<Code, Status>
}

/** Returns the body of an error response. */
export const failWith = <const Code extends ApiErrorCode>(code: Code): ApiErrorJson<Code> => ({
  error: { code, message: API_ERRORS[code] },
})

/** The server is overloaded and returns 503 `unavailable` with Retry-After. */
export class BusyError extends HTTPException {
  constructor() {
    super(503)
  }
}

/** Value of Retry-After while the server is busy, seconds. */
const BUSY_SECONDS = 2
/** Value of Retry-After while the database can't be used, seconds. */
const RETRY_SECONDS = 5

const CODE_OF_STATUS: Partial<Record<number, ApiErrorCode>> = {
  400: 'invalid_request',
  401: 'signed_out',
  403: 'forbidden',
  404: 'not_found',
  413: 'too_large',
  415: 'not_json',
  503: 'unavailable',
}

/**
 * Returns Hono's error handler. Status: an HTTPException's own, 400 after an abort, 401 if the account was deleted, 503
 * for a storage failure, else 500.
 */
export const onError =
  (serverLog: Logger) =>
  (error: Error, c: Context<AppEnv>): Response => {
    if (error instanceof BusyError) c.header('Retry-After', String(BUSY_SECONDS))
    if (error instanceof HTTPException)
      return fail(c, error.status as ContentfulStatusCode, CODE_OF_STATUS[error.status] ?? 'invalid_request')
    const log = serverLog.child({ requestId: c.get('requestId') })
    if (c.req.raw.signal.aborted) {
      log.info({ err: error }, 'client disconnected')
      return fail(c, 400, 'invalid_request')
    }
    // the account was deleted during the request
    if (c.get('user') && isForeignKeyFailure(error)) return fail(c, 401, 'signed_out')
    const failure = storageFailure(error)
    if (failure !== null) {
      // a storage failure, such as a full disk, isn't a bug
      log.error({ failure, err: error }, 'the database cannot be used')
      c.header('Retry-After', String(RETRY_SECONDS))
      return fail(c, 503, 'unavailable')
    }
    log.error({ err: error }, 'unexpected error')
    return fail(c, 500, 'internal')
  }
