/** Routes that turn the second factor on and off. Both need the password and a code. */
import { Hono } from 'hono'
import { RULES } from '#server/config/rate-limits.ts'
import type { Deps } from '#server/deps/deps.ts'
import { jsonBody, readStrings } from '#server/http/body.ts'
import type { AppEnv } from '#server/http/env.ts'
import { fail } from '#server/http/errors.ts'
import { tooMany } from '#server/http/rate-limit.ts'
import { provenAccount } from './accounts.ts'
import { codeCountersOf } from './guess-limits.ts'
import {
  beginSetup,
  confirmSetup,
  proveOwner,
  removeSecondFactor,
  secondFactorState,
  setupUri,
} from './second-factor.ts'
import { signedIn } from './signed-in.ts'

export const secondFactorRoutes = (deps: Deps) => {
  const link = `${deps.config.publicOrigin}/`
  return new Hono<AppEnv>()
    .get('/api/account/second-factor', signedIn(deps, RULES.secondFactorUser), async (c) => {
      const { on, codesLeft } = await secondFactorState(deps.db, c.get('user').id)
      return c.json({ on, recovery_codes_left: codesLeft }, 200)
    })
    .post(
      '/api/account/second-factor/setup',
      signedIn(deps, RULES.passwordUser),
      jsonBody(readStrings(['password'])),
      async (c) => {
        const account = await provenAccount(deps.db, c.get('user').id, c.req.valid('json').password, c.req.raw.signal)
        if (!account) return fail(c, 401, 'wrong_password')
        const secret = await beginSetup(deps, account.id)
        if (secret === null) return fail(c, 409, 'conflict')
        return c.json({ secret, uri: setupUri(secret, account.email, deps.config.brandName) }, 200)
      },
    )
    .post(
      '/api/account/second-factor/confirm',
      signedIn(deps, RULES.secondFactorUser),
      jsonBody(readStrings(['code'])),
      async (c) => {
        const { id, email } = c.get('user')
        const counters = codeCountersOf(id, c.get('sessionId'))
        const refusal = await deps.limiter.hitInTurn(counters)
        if (refusal) return tooMany(c, refusal.waitSeconds)
        const codes = await confirmSetup(deps, id, c.get('sessionId'), c.req.valid('json').code)
        if (codes === null) return fail(c, 401, 'wrong_code')
        if (codes === 'is-on') return fail(c, 409, 'conflict')
        await deps.limiter.forgive(counters)
        await deps.mail.queue({ template: 'second-factor-on', to: email, data: { link } })
        return c.json({ recovery_codes: codes }, 200)
      },
    )
    .delete(
      '/api/account/second-factor',
      signedIn(deps, RULES.passwordUser),
      jsonBody(readStrings(['password', 'code'])),
      async (c) => {
        const owner = await proveOwner(deps, c, c.req.valid('json'), { rule: RULES.passwordUser })
        if (!owner.ok) return owner.error
        await removeSecondFactor(deps.db, owner.value.id)
        await deps.mail.queue({ template: 'second-factor-off', to: owner.value.email, data: { link } })
        return c.body(null, 204)
      },
    )
}
