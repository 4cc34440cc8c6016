/** Start of the subscription id while the subscription is a trial (spec §3). */
export const TRIAL_MARK = 'trial_'

/** What the client may know of an account's plan. Times are ms since 1970. */
export interface Profile {
  readonly id: string
  readonly avatarUrl: string | null
  readonly paid: boolean
  readonly imagesGenerated: number
  readonly downloadCredits: number
  readonly expiresAt: number | null
  /** 'trial_…' marks a trial (spec §3), unless the operator granted more than the trial. Null without a subscription. */
  readonly subscriptionId: string | null
}

/** The same on the wire, under the spec's names; the date as ISO 8601. */
export interface ProfileJson {
  id: string
  avatar_url: string | null
  paid: boolean
  images_generated: number
  download_credits: number
  expires_at: string | null
  subscription_id: string | null
}

/** Converts a profile to the fields and the date format of the API. */
export const profileToJson = (profile: Profile): ProfileJson => ({
  id: profile.id,
  avatar_url: profile.avatarUrl,
  paid: profile.paid,
  images_generated: profile.imagesGenerated,
  download_credits: profile.downloadCredits,
  expires_at: profile.expiresAt === null ? null : new Date(profile.expiresAt).toISOString(),
  subscription_id: profile.subscriptionId,
})

/** The inverse of `profileToJson`. */
export const profileFromJson = (json: ProfileJson): Profile => ({
  id: json.id,
  avatarUrl: json.avatar_url,
  paid: json.paid,
  imagesGenerated: json.images_generated,
  downloadCredits: json.download_credits,
  expiresAt: json.expires_at === null ? null : Date.parse(json.expires_at),
  subscriptionId: json.subscription_id,
})
