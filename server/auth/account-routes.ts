/** Routes that export all data of an account and delete the account. */
import { Hono } from 'hono'
import { RULES } from '#server/config/rate-limits.ts'
import type { Deps } from '#server/deps/deps.ts'
import { jsonBody } from '#server/http/body.ts'
import type { AppEnv } from '#server/http/env.ts'
import { fail } from '#server/http/errors.ts'
import { requestLog } from '#server/http/request-context.ts'
import { deleteFilesNow } from '#server/storage/file-deletions.ts'
import { deleteAccount, exportAccount } from './accounts.ts'
import { readProof } from './read-credentials.ts'
import { proveOwner } from './second-factor.ts'
import { respondSignedOut, signedIn } from './signed-in.ts'

export const accountRoutes = (deps: Deps) =>
  new Hono<AppEnv>()
    .get('/api/account/export', signedIn(deps, RULES.exportUser), async (c) => {
      const everything = await exportAccount(deps.db, c.get('user').id)
      if (!everything) return fail(c, 404, 'no_profile')
      c.header('Content-Disposition', 'attachment; filename="midground-account.json"')
      return c.json(everything, 200)
    })
    .delete('/api/account', signedIn(deps, RULES.deleteUser), jsonBody(readProof), async (c) => {
      // Keeps the code for another attempt, because the payment provider may be down. The deletion deletes the codes.
      const owner = await proveOwner(deps, c, c.req.valid('json'), { rule: RULES.deleteUser, keepsCode: true })
      if (!owner.ok) return owner.error
      // cancels the subscriptions first, because after the deletion nobody could stop the payment provider's charges
      const ended = await deps.subscriptions.endAll(owner.value.id)
      if (!ended.ok) return fail(c, 502, 'not_deleted')
      await deleteAccount(deps, owner.value.id)
      await deleteFilesNow({ ...deps, log: requestLog(c) })
      return respondSignedOut(deps, c)
    })
