/** Routes that list, create and revoke the API tokens of an account. Without rendering there is nothing they are good for. */
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { RULES } from '../config/rate-limits.ts'
import { API_TOKEN_NAME_MAX } from '../contract/limits.ts'
import { toMs } from '../db/time.ts'
import type { Deps } from '../deps/deps.ts'
import { type JsonObject, jsonBody, text } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { fail } from '../http/errors.ts'
import { limited } from '../http/rate-limit.ts'
import { createApiToken, type ListedToken, listApiTokens, revokeApiToken } from './api-tokens.ts'
import { provenAccount } from './proven-account.ts'
import { signedIn } from './signed-in.ts'

/** The routes that list, create and revoke API tokens. They answer 404 where the operator has rendering off. */
export const apiTokenRoutes = (deps: Deps) => {
  const isOn = createMiddleware<AppEnv>(async (c, next) => (deps.config.render.on ? next() : fail(c, 404, 'not_found')))
  const readLimit = limited(deps.limiter, RULES.apiTokensUser, 'user')
  const passwordLimit = limited(deps.limiter, RULES.passwordUser, 'user')
  return new Hono<AppEnv>()
    .get('/api/account/api-tokens', isOn, signedIn(deps), readLimit, async (c) => {
      const tokens = (await listApiTokens(deps.db, c.get('user').id)).map(toJson)
      return c.json({ tokens }, 200)
    })
    .post('/api/account/api-tokens', isOn, signedIn(deps), passwordLimit, jsonBody(readRequest), async (c) => {
      const { name, password } = c.req.valid('json')
      const account = await provenAccount(deps.db, c.get('user').id, password)
      if (!account) return fail(c, 401, 'wrong_password')
      const created = await createApiToken(deps, account, name)
      if (created === 'full') return fail(c, 409, 'token_limit')
      if (created === 'conflict') return fail(c, 409, 'conflict')
      return c.json({ ...toJson(created.listed), token: created.secret }, 201)
    })
    .delete('/api/account/api-tokens/:id', isOn, signedIn(deps), readLimit, async (c) =>
      (await revokeApiToken(deps.db, c.get('user').id, c.req.param('id')))
        ? c.body(null, 204)
        : fail(c, 404, 'not_found'),
    )
}

const toJson = ({ id, name, createdAt, lastUsedAt }: ListedToken) => ({
  id,
  name,
  created_at: new Date(toMs(createdAt)).toISOString(),
  last_used_at: lastUsedAt === null ? null : new Date(toMs(lastUsedAt)).toISOString(),
})

function readRequest(body: JsonObject) {
  const name = text(body.name)?.replace(/\p{C}/gu, ' ').trim()
  const password = text(body.password)
  const isName = name !== undefined && name !== '' && [...name].length <= API_TOKEN_NAME_MAX
  return isName && password !== undefined ? { name, password } : ('invalid_request' as const)
}
