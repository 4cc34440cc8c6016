/** Routes that export all data of an account and delete the account. */
import { Hono } from 'hono'
import { RULES } from '#server/config/rate-limits.ts'
import type { Deps } from '#server/deps/deps.ts'
import { jsonBody } from '#server/http/body.ts'
import type { AppEnv } from '#server/http/env.ts'
import { fail } from '#server/http/errors.ts'
import { requestLog } from '#server/http/request-context.ts'
import { deleteFilesNow } from '#server/storage/file-deletions.ts'
import { deleteAccount, exportAccount, provenAccount } from './accounts.ts'
import { readProof } from './read-credentials.ts'
import { refuseWithoutCode } from './second-factor.ts'
import { signedIn } from './signed-in.ts'

export const accountRoutes = (deps: Deps) =>
  new Hono<AppEnv>()
    .get('/api/account/export', signedIn(deps, RULES.exportUser), async (c) => {
      const everything = await exportAccount(deps.db, c.get('user').id)
      if (!everything) return fail(c, 404, 'no_profile')
      c.header('Content-Disposition', 'attachment; filename="midground-account.json"')
      return c.json(everything, 200)
    })
    .delete('/api/account', signedIn(deps, RULES.deleteUser), jsonBody(readProof), async (c) => {
      const { password, code } = c.req.valid('json')
      const account = await provenAccount(deps.db, c.get('user').id, password, c.req.raw.signal)
      if (!account) return fail(c, 401, 'wrong_password')
      const refused = await refuseWithoutCode(deps, c, account, code)
      if (refused) return refused
      // ends the subscriptions first, because after the deletion nobody could stop the payment provider's charges
      const ended = await deps.subscriptions.endAll(account.id)
      if (!ended.ok) return fail(c, 502, 'billing_failed')
      await deleteAccount(deps, account.id)
      await deleteFilesNow({ ...deps, log: requestLog(c) })
      c.header('Set-Cookie', deps.sessions.blank, { append: true })
      c.header('Clear-Site-Data', '"cache"')
      return c.body(null, 204)
    })
