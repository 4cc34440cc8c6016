/** Routes of the profile: the editor reads the account's plan and reports images and downloads. */
import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { signedIn } from '#server/auth/signed-in.ts'
import { RULES } from '#server/config/rate-limits.ts'
import { isPro, mayEnterEditor, plan, profileToJson } from '#server/contract/plans/entitlements.ts'
import type { Deps } from '#server/deps/deps.ts'
import { type JsonObject, jsonBody } from '#server/http/body.ts'
import type { AppEnv } from '#server/http/env.ts'
import { fail } from '#server/http/errors.ts'
import { tooMany } from '#server/http/rate-limit.ts'
import { profileReader } from './profiles.ts'
import { createUsageBook, type ImageKind } from './usage.ts'

export const profileRoutes = (deps: Deps) => {
  const read = profileReader(deps.db, deps.config.billing, deps.now)
  const book = createUsageBook(deps.db, deps.now, deps.config.billing)
  return new Hono<AppEnv>()
    .get('/api/profile', signedIn(deps, RULES.profileUser), async (c) => {
      const profile = await read(c.get('user').id)
      return profile ? c.json(profileToJson(profile), 200) : fail(c, 404, 'no_profile')
    })
    .get('/api/access', signedIn(deps, RULES.accessUser), async (c) => {
      const userId = c.get('user').id
      const stored = await read(userId)
      // a late or lost webhook must not exclude somebody who has paid
      const isDoubtful = stored !== null && !isPro(plan(stored, deps.now()))
      if (isDoubtful) await deps.subscriptions.repair(userId)
      const profile = isDoubtful ? await read(userId) : stored
      if (!profile) return fail(c, 404, 'no_profile')
      const current = plan(profile, deps.now())
      const reason = isPro(current) ? 'paid' : mayEnterEditor(current) ? 'credits' : 'none'
      const operator_email = deps.config.operatorEmail // only signed-in users receive this address
      const now = new Date(deps.now()).toISOString()
      return c.json({ allowed: reason !== 'none', reason, profile: profileToJson(profile), operator_email, now }, 200)
    })
    .post('/api/usage/image', signedIn(deps), withKey, jsonBody(readKind), async (c) => {
      const { id } = c.get('user')
      const gate = deps.limiter.gate(RULES.usageUser, id)
      const counted = await book.countImage(id, c.req.valid('json').kind, c.get('idempotencyKey'), gate)
      if (counted.ok) return c.json({ images_generated: counted.value }, 200)
      if (typeof counted.error === 'object') return tooMany(c, counted.error.waitSeconds)
      return counted.error === 'free_limit' ? fail(c, 403, 'free_limit') : fail(c, 404, 'no_profile')
    })
    .post('/api/downloads', signedIn(deps), withKey, async (c) => {
      const { id } = c.get('user')
      const gate = deps.limiter.gate(RULES.downloadUser, id)
      const reserved = await book.reserveDownload(id, c.get('idempotencyKey'), gate)
      if (reserved.ok) {
        deps.metrics?.recordExport(reserved.value.charged === 1)
        return c.json(reserved.value, 200)
      }
      if (typeof reserved.error === 'object') return tooMany(c, reserved.error.waitSeconds)
      return reserved.error === 'no_credits' ? fail(c, 402, 'no_credits') : fail(c, 404, 'no_profile')
    })
}

type KeyedEnv = AppEnv & { Variables: { idempotencyKey: string } }

/** Requires the header Idempotency-Key. The client repeats an action with the same key until it succeeds. */
const withKey = createMiddleware<KeyedEnv>(async (c: Context<KeyedEnv>, next) => {
  const key = c.req.header('idempotency-key') ?? ''
  if (!/^[A-Za-z0-9_-]{8,64}$/.test(key)) return fail(c, 400, 'invalid_request')
  c.set('idempotencyKey', key)
  return next()
})

function readKind(body: JsonObject): { kind: ImageKind } | 'invalid_request' {
  return body.kind === 'image' || body.kind === 'overlay' ? { kind: body.kind } : 'invalid_request'
}
