/**
 * Counts images and spends credits. A repeated call with the same key returns the first result without another change.
 */
import { and, eq, sql } from 'drizzle-orm'
import { profiles, usage } from '#drizzle/schema.ts'
import type { BillingMode } from '#server/config/billing.ts'
import { isPro, plan } from '#server/contract/plans/entitlements.ts'
import { FREE_IMAGES } from '#server/contract/plans/limits.ts'
import { err, ok, type Result } from '#server/contract/result.ts'
import { type Database, type Orm, perOrm, toSeconds } from '#server/db/database.ts'
import type { Gate } from '#server/http/limiter.ts'
import { effectiveProfile, type ProfileRow, prepareProfile } from './profiles.ts'

/** 'image': a photo, which counts against the plan. 'overlay': an overlay image. */
export type ImageKind = 'image' | 'overlay'

/** The result of `reserveDownload`. */
interface Download {
  readonly charged: number // credits charged for this key, 0 or 1
  readonly download_credits: number
}

/** The rate limit rejected the call, which may be repeated after `waitSeconds`. */
interface TooMany {
  readonly waitSeconds: number
}

/**
 * Creates the functions that count images and charge exports. `now`: clock, ms. `gate` applies a rate limit in the
 * call's transaction.
 */
export function createUsageBook(db: Database, now: () => number, mode: BillingMode) {
  const statements = perOrm(prepare)
  const isProNow = (row: ProfileRow) => isPro(plan(effectiveProfile(row, mode, now()), now()))
  return {
    /** Counts an image and returns the new `images_generated`. An overlay doesn't increase this number. */
    countImage(userId: string, kind: ImageKind, key: string, gate?: Gate) {
      return db.transaction(async (orm): Promise<Result<number, 'free_limit' | 'no_profile' | TooMany>> => {
        const waitSeconds = gate ? await gate(orm) : null
        if (waitSeconds !== null) return err({ waitSeconds })
        const { seen, profile, countImage, note } = statements(orm)
        const found = await seen.get({ userId, kind, key })
        if (found) return ok(found.answer)
        const row = await profile.get({ userId })
        if (!row) return err('no_profile')
        if (kind === 'image' && !isProNow(row) && row.profiles.imagesGenerated >= FREE_IMAGES) return err('free_limit')
        const answer = row.profiles.imagesGenerated + (kind === 'image' ? 1 : 0)
        if (kind === 'image') await countImage.run({ userId })
        const createdAt = toSeconds(now())
        await note.get({ userId, kind, key, charged: 0, state: 'done', answer, createdAt })
        return ok(answer)
      })
    },

    /**
     * Charges a free account one credit for an export. A repeated call with the same key doesn't charge another credit.
     */
    reserveDownload(userId: string, key: string, gate?: Gate) {
      return db.transaction(async (orm): Promise<Result<Download, 'no_credits' | 'no_profile' | TooMany>> => {
        const waitSeconds = gate ? await gate(orm) : null
        if (waitSeconds !== null) return err({ waitSeconds })
        const { seen, profile, spend, note } = statements(orm)
        const row = await profile.get({ userId })
        if (!row) return err('no_profile')
        // no other transaction changes the row before the end of this transaction
        const charged = isProNow(row) ? 0 : 1
        const left = row.profiles.downloadCredits - charged
        const reserved = { userId, kind: 'download', key, charged, state: 'reserved', answer: left }
        const noted = left < 0 ? undefined : await note.get({ ...reserved, createdAt: toSeconds(now()) })
        if (!noted) {
          const found = await seen.get({ userId, kind: 'download', key })
          if (!found) return err('no_credits')
          return ok({ charged: found.charged, download_credits: found.answer })
        }
        if (charged === 1) await spend.run({ userId })
        return ok({ charged, download_credits: left })
      })
    },
  }
}

function prepare(orm: Orm) {
  const placeholder = sql.placeholder
  const ofUser = eq(profiles.id, placeholder('userId'))
  const ofKey = (kind: 'download' | ReturnType<typeof placeholder>) =>
    and(eq(usage.userId, placeholder('userId')), eq(usage.kind, kind), eq(usage.key, placeholder('key')))
  return {
    seen: orm
      .select()
      .from(usage)
      .where(ofKey(placeholder('kind')))
      .prepare(),
    profile: prepareProfile(orm),
    countImage: orm
      .update(profiles)
      .set({ imagesGenerated: sql`${profiles.imagesGenerated} + 1` })
      .where(ofUser)
      .prepare(),
    spend: orm
      .update(profiles)
      .set({ downloadCredits: sql`${profiles.downloadCredits} - 1` })
      .where(ofUser)
      .prepare(),
    note: orm
      .insert(usage)
      .values({
        userId: placeholder('userId'),
        kind: placeholder('kind'),
        key: placeholder('key'),
        charged: placeholder('charged'),
        state: placeholder('state'),
        answer: placeholder('answer'),
        createdAt: placeholder('createdAt'),
      })
      .onConflictDoNothing({ target: [usage.userId, usage.kind, usage.key] })
      .returning({ key: usage.key })
      .prepare(),
  }
}
