/** Reads request bodies: limits their size, checks their content type and parses them. */

import { once } from 'node:events'
import busboy from 'busboy'
import type { Context, MiddlewareHandler } from 'hono'
import type { ApiErrorCode } from '#server/contract/api/errors.ts'
import type { AppEnv } from './env.ts'
import { fail } from './errors.ts'

const MAX_JSON_BYTES = 16 * 1024

/** A parsed JSON object with unchecked fields. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Returns the body as text, or null if it exceeds `maxBytes`. Stops reading at this limit. */
export async function readText(c: Context, maxBytes: number): Promise<string | null> {
  const declared = c.req.header('content-length')
  if (declared !== undefined && Number(declared) > maxBytes) return null
  // the HTTP parser doesn't read more than a declared length
  if (declared !== undefined && c.req.header('transfer-encoding') === undefined) return c.req.text()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * Requires a JSON object and passes the result of `parse` to the handler. A string from `parse` is the response's error
 * code. Rejects other content types with 415, because a form on another site can send text/plain.
 */
export function jsonBody<T extends object>(
  parse: (body: JsonObject) => T | ApiErrorCode,
): MiddlewareHandler<AppEnv, string, { in: { json: T }; out: { json: T } }> {
  return async (c, next) => {
    if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '')) return fail(c, 415, 'not_json')
    const text = await readText(c, MAX_JSON_BYTES)
    if (text === null) return fail(c, 413, 'too_large')
    const body = parseObject(text)
    const parsed = body === null ? 'invalid_request' : parse(body)
    if (typeof parsed === 'string') return fail(c, STATUS_OF[parsed] ?? 400, parsed)
    c.req.addValidatedData('json', parsed)
    return next()
  }
}

/** The statuses of error codes. Other codes have status 400. */
const STATUS_OF: Partial<Record<ApiErrorCode, 401 | 422>> = {
  weak_password: 422,
  common_password: 422,
  bad_credentials: 401,
}

function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
  } catch {
    return null // the caller returns 400
  }
}

/** Returns a parser for `jsonBody`. It returns the body if all named fields are strings, otherwise `error`. */
export const readStrings =
  <const Name extends string>(names: readonly Name[], error: ApiErrorCode = 'invalid_request') =>
  (body: JsonObject): Record<Name, string> | ApiErrorCode =>
    names.every((name) => typeof body[name] === 'string') ? (body as Record<Name, string>) : error

/** Returns the value if it is a string, otherwise undefined. */
export const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Returns a parser for the form, or null if the content type isn't a form's or lacks its boundary. */
export function openParser(contentType: string, limits: busboy.Limits): busboy.Busboy | null {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return null
  try {
    return busboy({ headers: { 'content-type': contentType }, limits, defParamCharset: 'utf8' })
  } catch {
    return null // busboy throws without a boundary
  }
}

/**
 * Writes the body to the parser. Returns false if the form is malformed, incomplete or rejected. `isRefused` gets the
 * number of bytes read since its last call, and returns true to reject the form.
 */
export async function feed(
  parser: busboy.Busboy,
  body: AsyncIterable<Uint8Array>,
  isRefused: (bytes: number) => boolean,
): Promise<boolean> {
  const ended = new Promise<boolean>((resolve) => {
    parser.on('error', () => resolve(false))
    parser.once('close', () => resolve(true))
  })
  try {
    for await (const piece of body) {
      if (isRefused(piece.byteLength)) break
      if (!parser.write(piece)) await Promise.race([once(parser, 'drain'), ended])
    }
  } catch {
    parser.destroy(new Error('sender disconnected')) // `feed` then returns false
  }
  if (isRefused(0)) parser.destroy()
  else parser.end()
  return ended
}

/**
 * Returns the request's body in chunks. If there is no body, the iterable is empty in Node's HTTP server, and elsewhere
 * the result is null. If the caller stops reading early, the connection stays open for the response.
 */
export function bodyOf(c: Context<AppEnv>): AsyncIterable<Uint8Array> | null {
  const { incoming } = c.env ?? {}
  return incoming
    ? incoming.iterator({ destroyOnReturn: false })
    : (c.req.raw.body?.values({ preventCancel: true }) ?? null)
}
