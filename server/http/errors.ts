/** The one shape of our errors, and the border where bugs become a 500. */
import type { Context, TypedResponse } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { API_ERRORS, type ApiErrorCode, type ApiErrorJson } from '../contract/errors.ts'
import type { AppEnv } from './env.ts'

type Refusal<Code extends ApiErrorCode, Status extends ContentfulStatusCode> = Response &
  TypedResponse<ApiErrorJson<Code>, Status, 'json'>

export function fail<const Code extends ApiErrorCode, const Status extends ContentfulStatusCode>(
  c: Context,
  status: Status,
  code: Code,
): Refusal<Code, Status> {
  const body: ApiErrorJson<Code> = { error: { code, message: API_ERRORS[code] } }
  // hono turns the literal message types into a wider JSON type; the shape is the line above
  return c.json(body, status) as unknown as Refusal<Code, Status>
}

const CODE_OF_STATUS: Partial<Record<number, ApiErrorCode>> = {
  400: 'invalid_request',
  401: 'signed_out',
  403: 'forbidden',
  404: 'not_found',
  413: 'too_large',
  415: 'not_json',
}

export function onError(error: Error, c: Context<AppEnv>): Response {
  if (error instanceof HTTPException)
    return fail(c, error.status as ContentfulStatusCode, CODE_OF_STATUS[error.status] ?? 'invalid_request')
  c.get('log').error({ err: error }, 'unexpected error')
  return fail(c, 500, 'internal')
}
