/** The plan in words: the status line of the account menu and its date (spec §6). */
import { type Plan, statusText } from '#server/contract/entitlements.ts'

/** A grant without an end is written as a date nobody lives to see; it is not shown. */
const FOREVER_MS = Date.UTC(9000, 0, 1)

export const longDate = (ms: number): string =>
  new Date(ms).toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric' })

export interface PlanWords {
  status: string
  /** When the trial ends or what is paid for runs to; null where there is no date to tell. */
  date: string | null
}

export function planWords(plan: Plan): PlanWords {
  const status = statusText(plan)
  switch (plan.tier) {
    case 'visitor':
    case 'free':
      return { status, date: null }
    case 'trial':
      return { status, date: `Expires on ${longDate(plan.until)}` }
    case 'pro':
      return { status, date: plan.until < FOREVER_MS ? `Paid until ${longDate(plan.until)}` : null }
  }
}
