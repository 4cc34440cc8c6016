/** Routes of the stored trial exports. */
import { Readable } from 'node:stream'
import { Hono } from 'hono'
import { signedIn } from '#server/auth/signed-in.ts'
import { RULES } from '#server/config/rate-limits.ts'
import { plan } from '#server/contract/plans/entitlements.ts'
import { newId } from '#server/crypto/secrets.ts'
import { toMs } from '#server/db/database.ts'
import type { Deps, Storage } from '#server/deps/deps.ts'
import { bodyOf, type JsonObject, jsonBody } from '#server/http/body.ts'
import type { AppEnv } from '#server/http/env.ts'
import { fail } from '#server/http/errors.ts'
import { requestLog } from '#server/http/request-context.ts'
import { profileReader } from '#server/profiles/profiles.ts'
import { deleteFilesNow } from '#server/storage/file-deletions.ts'
import { receive, TRIAL_FORM_MAX_BYTES } from './form.ts'
import {
  deleteOwnImage,
  findTrialImage,
  hasConsented,
  hasRoom,
  newStorageKey,
  ownImages,
  setConsent,
  shelve,
} from './images.ts'

export const trialImageRoutes = (deps: Deps) => {
  const read = profileReader(deps.db, deps.config.billing, deps.now)
  return new Hono<AppEnv>()
    .post('/api/save-trial-image', signedIn(deps, RULES.trialImageUser), async (c) => {
      const userId = c.get('user').id
      const declared = Number(c.req.header('content-length') ?? 0)
      if (declared > TRIAL_FORM_MAX_BYTES) return fail(c, 413, 'too_large')
      const isTrial = plan(await read(userId), deps.now()).tier === 'trial'
      if (!deps.config.trialImages.on || !isTrial || !(await hasConsented(deps.db, userId))) return c.body(null, 204)
      if (!(await hasRoom(deps, userId, declared))) return fail(c, 507, 'quota')

      const storageKey = newStorageKey(deps.random)
      const contentType = c.req.header('content-type') ?? ''
      const body = bodyOf(c)
      if (!body) return fail(c, 400, 'invalid_request')
      const received = await receive({ contentType, body, storage: deps.storage, storageKey })
      if (!received.ok) return fail(c, UPLOAD_STATUS[received.error], received.error)
      const id = newId(deps.random)
      const isOwn = received.value.userId === userId
      const outcome = isOwn ? await shelve(deps, id, storageKey, received.value) : 'forbidden'
      if (outcome === 'shelved') return c.json({ id }, 201)
      await deps.storage.delete(storageKey)
      if (outcome === 'forbidden') return fail(c, 403, outcome)
      if (outcome === 'opted_out') return c.body(null, 204)
      return outcome === 'no_room' ? fail(c, 507, 'quota') : fail(c, 401, 'signed_out')
    })
    .get('/api/trial-images/consent', signedIn(deps), async (c) => {
      const { on, days } = deps.config.trialImages
      return c.json({ offered: on, days, consented: await hasConsented(deps.db, c.get('user').id) }, 200)
    })
    .post('/api/trial-images/consent', signedIn(deps, RULES.consentUser), jsonBody(readConsent), async (c) => {
      await setConsent(deps.db, c.get('user').id, c.req.valid('json').consented)
      await deleteFilesNow({ ...deps, log: requestLog(c) })
      return c.body(null, 204)
    })
    .get('/api/trial-images', signedIn(deps, RULES.ownImagesUser), async (c) => {
      const images = (await ownImages(deps.db, c.get('user').id)).map((image) => ({
        id: image.id,
        name: image.imageName,
        bytes: image.bytes,
        created_at: new Date(toMs(image.createdAt)).toISOString(),
        delete_after: new Date(toMs(image.deleteAfter)).toISOString(),
      }))
      return c.json({ images }, 200)
    })
    .get('/api/trial-images/stored/:id', signedIn(deps, RULES.ownImagesUser), async (c) => {
      const image = await findTrialImage(deps.db, c.req.param('id'))
      const isOwn = image?.userId === c.get('user').id
      const body = image && isOwn ? await openBody(deps.storage, image.storageKey, c.req.method) : null
      if (body === null) return fail(c, 404, 'not_found')
      // browsers must download the file, not show it as a page of this site
      c.header('Content-Disposition', 'attachment; filename="export.png"')
      return c.body(body, 200, { 'Content-Type': 'image/png' })
    })
    .delete('/api/trial-images/stored/:id', signedIn(deps, RULES.ownImagesUser), async (c) => {
      if (!(await deleteOwnImage(deps.db, c.get('user').id, c.req.param('id')))) return fail(c, 404, 'not_found')
      await deleteFilesNow({ ...deps, log: requestLog(c) })
      return c.body(null, 204)
    })
}

/**
 * Returns the file's content, or null if there is no file. Doesn't open a stream for HEAD, because Hono drops it
 * without closing it.
 */
async function openBody(storage: Storage, key: string, method: string): Promise<ReadableStream | '' | null> {
  if (method === 'HEAD') return (await storage.writtenAt(key)) === null ? null : ''
  const source = await storage.get(key)
  return source && (Readable.toWeb(source) as ReadableStream)
}

const UPLOAD_STATUS = { invalid_request: 400, not_multipart: 415, not_png: 415, too_large: 413 } as const

function readConsent(body: JsonObject) {
  return typeof body.consented === 'boolean' ? { consented: body.consented } : ('invalid_request' as const)
}
