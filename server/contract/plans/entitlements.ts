/** The rights of each plan, which the client shows and the server enforces. */
import { FREE_IMAGES } from './limits.ts'

/** Prefix of the subscription id during a trial. */
export const TRIAL_MARK = 'trial_'

/** Expiry of unlimited access: 9999-12-31, the last day that ISO 8601 writes with a four-digit year. */
export const FOREVER_MS = Date.UTC(9999, 11, 31)

/** An account's plan as the API shows it. Times are ms since the Unix epoch. */
export interface Profile {
  readonly id: string
  readonly avatarUrl: string | null
  readonly paid: boolean
  readonly imagesGenerated: number
  readonly downloadCredits: number
  readonly expiresAt: number | null
  /** Starts with 'trial_' during a trial, unless the operator's grant ends later. Null if there is no subscription. */
  readonly subscriptionId: string | null
}

/** A profile as JSON of the API. `expires_at` is in ISO 8601. */
export interface ProfileJson {
  id: string
  avatar_url: string | null
  paid: boolean
  images_generated: number
  download_credits: number
  expires_at: string | null
  subscription_id: string | null
}

/** Converts a profile to the API's field names and date format. */
export const profileToJson = (profile: Profile): ProfileJson => ({
  id: profile.id,
  avatar_url: profile.avatarUrl,
  paid: profile.paid,
  images_generated: profile.imagesGenerated,
  download_credits: profile.downloadCredits,
  expires_at: profile.expiresAt === null ? null : new Date(profile.expiresAt).toISOString(),
  subscription_id: profile.subscriptionId,
})

/** Converts the API's JSON to a profile. */
export const profileFromJson = (json: ProfileJson): Profile => ({
  id: json.id,
  avatarUrl: json.avatar_url,
  paid: json.paid,
  imagesGenerated: json.images_generated,
  downloadCredits: json.download_credits,
  expiresAt: json.expires_at === null ? null : Date.parse(json.expires_at),
  subscriptionId: json.subscription_id,
})

/** The rights of an account at some time; `plan` computes them. `until`: ms since the Unix epoch. */
export type Plan =
  | { readonly tier: 'visitor' }
  | { readonly tier: 'free'; readonly credits: number; readonly imagesLeft: number }
  | { readonly tier: 'trial'; readonly until: number }
  | {
      readonly tier: 'pro'
      readonly until: number
      /** true if a subscription exists, false if the operator granted the plan without a subscription */
      readonly isSubscribed: boolean
    }

/** Returns the plan at `now` (ms since the Unix epoch): free from the moment of expiry. A visitor has no profile. */
export function plan(profile: Profile | null, now: number): Plan {
  if (!profile) return { tier: 'visitor' }
  const { paid, expiresAt, subscriptionId, downloadCredits, imagesGenerated } = profile
  if (paid && expiresAt !== null && expiresAt > now)
    return subscriptionId?.startsWith(TRIAL_MARK)
      ? { tier: 'trial', until: expiresAt }
      : { tier: 'pro', until: expiresAt, isSubscribed: subscriptionId !== null }
  return { tier: 'free', credits: downloadCredits, imagesLeft: Math.max(0, FREE_IMAGES - imagesGenerated) }
}

/** Returns true for Pro, including a trial. */
export const isPro = (plan: Plan): boolean => plan.tier === 'trial' || plan.tier === 'pro'
/** Returns true for Pro and for free accounts with a download credit. */
export const mayEnterEditor = (plan: Plan): boolean => isPro(plan) || (plan.tier === 'free' && plan.credits > 0)
/** Returns true if the account may open another photo: Pro, or free with images left. */
export const mayProcess = (plan: Plan): boolean => isPro(plan) || (plan.tier === 'free' && plan.imagesLeft > 0)
/** Returns true if the account may export. */
export const mayDownload = (plan: Plan): boolean => mayEnterEditor(plan)
/** Returns true if an export costs a credit. */
export const spendsCredit = (plan: Plan): boolean => plan.tier === 'free'
/** Returns true if the account menu shows Manage Subscription: for a subscription after its trial. */
export const seesManageSubscription = (plan: Plan): boolean => plan.tier === 'pro' && plan.isSubscribed

/** Returns the status line of the account menu in English, without the trial's end date, or '' for visitors. */
export function statusText(plan: Plan): string {
  switch (plan.tier) {
    case 'visitor':
      return ''
    case 'free':
      if (plan.credits <= 0) return 'No credits • Please upgrade'
      return `Free Plan • ${plan.credits} ${plan.credits === 1 ? 'credit' : 'credits'}`
    case 'trial':
      return 'Pro Trial Active'
    case 'pro':
      return 'Pro Plan Active'
  }
}
