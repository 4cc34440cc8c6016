/**
 * `POST /api/render`: a design on a photo, for an account's own programs. No cookie counts here, only an API token, so no
 * other site can have a visitor's browser send such a request.
 */
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import { findTokenHolder, isApiTokenValid, type TokenHolder } from '../../auth/api-tokens.ts'
import { RULES } from '../../config/rate-limits.ts'
import type { RenderAnswer } from '../../contract/render.ts'
import { newId } from '../../crypto/secrets.ts'
import type { Deps } from '../../deps/deps.ts'
import type { AppEnv } from '../../http/env.ts'
import { fail } from '../../http/errors.ts'
import { bodyOf } from '../../http/multipart.ts'
import { tooMany } from '../../http/rate-limit.ts'
import { requestLog } from '../../http/request-context.ts'
import { createUsageBook, type UsageBook } from '../../profiles/usage.ts'
import { ChromiumError } from '../chromium.ts'
import { NoChromiumError } from '../findChromium.ts'
import { failRendering } from './failures.ts'
import { FORM_MAX_BYTES, type FormError, type ReceivedForm, receiveForm } from './form.ts'
import { savePicture } from './picture.ts'
import type { Place } from './queue.ts'
import { sendFile } from './sendFile.ts'
import type { RenderService } from './service.ts'
import type { BodyTimes } from './timely.ts'

/** Path of the endpoint that renders a design on a photo. */
export const RENDER_PATH = '/api/render'

/** Seconds after which a place may be free. */
const QUEUE_RETRY_SECONDS = 10
const BODY_TIMES: BodyTimes = { idleMs: 20_000, totalMs: 180_000 }
/** A reader that takes no piece of the picture for so long is given up. */
const STALL_MS = 60_000

/** Time limits; tests shorten them. */
export interface RenderRouteOptions {
  /** For receiving the form; by default 20 s between two pieces and 180 s in all. */
  readonly bodyTimes?: BodyTimes
  /** Longest time in which the client takes no piece of the picture, ms; by default 60 s. */
  readonly stallMs?: number
}

/**
 * The route POST /api/render: receives a form, renders, charges one download and sends the picture. It takes API tokens
 * only. `service`: null where the operator has rendering off; it then answers 404.
 */
export const renderRoutes = (deps: Deps, service: RenderService | null, options: RenderRouteOptions = {}) => {
  const book = createUsageBook(deps.db, deps.now, deps.config.billing)
  return new Hono<AppEnv>().post(RENDER_PATH, async (c) => {
    if (!service) return fail(c, 404, 'not_found')
    const holder = await findTokenHolder(deps, c.req.header('authorization'))
    if (!holder) {
      const wait = await deps.limiter.hit(RULES.apiTokenFailed, c.get('address')())
      if (wait !== null) return tooMany(c, wait)
      c.header('WWW-Authenticate', 'Bearer')
      return fail(c, 401, 'bad_token')
    }
    const wait = await deps.limiter.hit(RULES.renderToken, holder.tokenId)
    if (wait !== null) return tooMany(c, wait)
    if (Number(c.req.header('content-length') ?? 0) > FORM_MAX_BYTES) return fail(c, 413, 'too_large')
    const request = { deps, service, book, holder, options }
    try {
      service.mustHaveBrowser()
      const place = service.enter(holder.tokenId)
      if (typeof place === 'string') return tooMany(c, QUEUE_RETRY_SECONDS)
      return await answerFrom(c, place, request)
    } catch (error) {
      if (!(error instanceof NoChromiumError || error instanceof ChromiumError)) throw error
      requestLog(c).error({ err: error }, 'there is no browser to render with')
      return fail(c, 503, 'no_browser')
    }
  })
}

interface Asked {
  readonly deps: Deps
  readonly service: RenderService
  readonly book: UsageBook
  readonly holder: TokenHolder
  readonly options: RenderRouteOptions
}

/** Receives, renders, charges and sends. The place and the folder are given back when the last byte is sent. */
async function answerFrom(c: Context<AppEnv>, place: Place, asked: Asked) {
  const { service, options } = asked
  const { workplace } = service
  let folder: string | null = null
  const tidy = async () => {
    if (folder !== null)
      await workplace.remove(folder).catch((err: unknown) => requestLog(c).error({ err }, 'files of a request remain'))
    place.leave()
  }
  let isSending = false
  try {
    folder = workplace.makeFolder()
    const body = bodyOf(c)
    if (!body) return fail(c, 415, 'not_multipart')
    const form = await receiveForm(c.req.header('content-type') ?? '', body, folder, options.bodyTimes ?? BODY_TIMES)
    if (!form.ok) return failForm(c, form.error)
    const path = join(folder, 'picture')
    const made = await make(c, { place, form: form.value, path }, asked)
    if (made instanceof Response) return made
    const answer = await send(c, {
      ...made,
      path,
      format: form.value.format,
      tidy,
      stallMs: options.stallMs ?? STALL_MS,
    })
    isSending = true
    return answer
  } finally {
    if (!isSending) await tidy()
  }
}

interface Work {
  readonly place: Place
  readonly form: ReceivedForm
  readonly path: string
}

type Made = Extract<RenderAnswer, { ok: true }>

/** Renders, then charges: what fails costs nothing. Answers the refusal, or that the picture is there. */
async function make(c: Context<AppEnv>, { place, form, path }: Work, { deps, service, book, holder }: Asked) {
  const { userId, tokenId } = holder
  const key = keyOf(c.req.header('idempotency-key'), form, () => newId(deps.random))
  if (key === null) return fail(c, 400, 'invalid_request')
  if (!(await book.mayReserve(userId, key))) return fail(c, 402, 'no_credits')
  const begun = performance.now()
  const order = { ...form, write: (bytes: AsyncIterable<Uint8Array>) => savePicture(path, bytes) }
  const answer = await service.render({ place, account: userId, order, signal: c.req.raw.signal })
  const ms = Math.round(performance.now() - begun)
  if (!answer.ok) {
    requestLog(c).info({ account: userId, tokenId, failure: answer.error, ms }, 'not rendered')
    return failRendering(c, answer.error)
  }
  const reserved = await reserveFor(book, holder, key)
  if (reserved === 'revoked') return fail(c, 401, 'bad_token')
  if (!reserved.ok) return fail(c, 402, 'no_credits')
  deps.metrics.recordExport(reserved.value.charged === 1)
  requestLog(c).info({ account: userId, tokenId, charged: reserved.value.charged, ms }, 'rendered')
  return answer
}

/** Charges only while the token is valid: one that was revoked meanwhile spends nothing. */
async function reserveFor(book: UsageBook, { userId, tokenId }: TokenHolder, key: string) {
  try {
    return await book.reserveDownload(userId, key, async (orm) => {
      if (await isApiTokenValid(orm, tokenId)) return null
      throw new RevokedError()
    })
  } catch (error) {
    if (error instanceof RevokedError) return 'revoked'
    throw error
  }
}

class RevokedError extends Error {}

/**
 * The key of the charge. The same form under the same Idempotency-Key is charged once; another form is another picture, so
 * the key is bound to what is in it. Null where the header is malformed.
 */
function keyOf(header: string | undefined, { digest }: ReceivedForm, random: () => string): string | null {
  if (header === undefined) return `render-${random()}`
  if (!/^[A-Za-z0-9_-]{8,64}$/.test(header)) return null
  return `render-${createHash('sha256').update(`${header} ${digest}`).digest('base64url')}`
}

const FORM_STATUS = { not_multipart: 415, too_large: 413, too_slow: 408 } as const

function failForm(c: Context<AppEnv>, error: FormError) {
  if (error.code === 'invalid_request') return c.json({ error }, 422)
  // what is still to come of the body is not read
  c.header('Connection', 'close')
  return fail(c, FORM_STATUS[error.code], error.code)
}

interface Sent extends Made {
  readonly path: string
  readonly format: ReceivedForm['format']
  readonly stallMs: number
  tidy(): Promise<void>
}

async function send(c: Context<AppEnv>, { path, format, subject, leftOut, unknown, tidy, stallMs }: Sent) {
  const file = await open(path)
  c.header('Content-Length', String((await file.stat()).size))
  c.header('Content-Disposition', `attachment; filename="picture.${format === 'jpeg' ? 'jpg' : format}"`)
  c.header('Midground-Subject', subject)
  if (leftOut.length > 0) c.header('Midground-Left-Out', leftOut.map(encodeURIComponent).join(', '))
  if (unknown.length > 0) c.header('Midground-Unknown-Texts', unknown.map(encodeURIComponent).join(', '))
  const stream = sendFile(file, stallMs, { onEnd: tidy, hangUp: () => c.env?.outgoing?.destroy() })
  return c.body(stream, 200, { 'Content-Type': `image/${format}` })
}
