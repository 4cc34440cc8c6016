import { describe, expect, it } from 'vitest'
import { cameFromPayment, guard, guardWaitMs, ROUTES } from '../pages/guard.ts'
import {
  isPro,
  mayDownload,
  mayEnterEditor,
  mayProcess,
  type Profile,
  plan,
  profileFromJson,
  profileToJson,
  seesManageSubscription,
  spendsCredit,
  statusText,
} from './entitlements.ts'

const NOW = 1_000_000
const nobody: Profile = {
  id: 'u',
  avatarUrl: null,
  paid: false,
  imagesGenerated: 0,
  downloadCredits: 0,
  expiresAt: null,
  subscriptionId: null,
}
const credits = (downloadCredits: number): Profile => ({ ...nobody, downloadCredits })
const paid = (subscriptionId: string | null, expiresAt: number) => ({
  ...nobody,
  paid: true,
  subscriptionId,
  expiresAt,
})
const UPGRADE = 'No credits • Please upgrade'

describe.each([
  ['signed out', null, 'visitor', ''],
  ['free without credits', credits(0), 'free', UPGRADE],
  ['free with one credit', credits(1), 'free', 'Free Plan • 1 credit'],
  ['free with two credits', credits(2), 'free', 'Free Plan • 2 credits'],
  ['in the trial', paid('trial_sub_1', NOW + 1), 'trial', 'Pro Trial Active'],
  ['a subscriber', paid('sub_1', NOW + 1), 'pro', 'Pro Plan Active'],
  ['paid without a subscription id', paid(null, NOW + 1), 'pro', 'Pro Plan Active'],
  ['expired now', paid('sub_1', NOW), 'free', UPGRADE],
  ['paid without an end date', { ...nobody, paid: true }, 'free', UPGRADE],
  ['unpaid with an end in the future', { ...paid('sub_1', NOW + 1), paid: false }, 'free', UPGRADE],
] as const)('an account that is %s', (_role, profile, tier, text) => {
  const current = plan(profile, NOW)
  const hasAccess = tier === 'trial' || tier === 'pro' || (profile?.downloadCredits ?? 0) > 0

  it(`the plan is ${tier} with the text '${text}'`, () => {
    expect([current.tier, statusText(current)]).toEqual([tier, text])
  })
  it('only an account with access may open the editor and download', () => {
    expect([mayEnterEditor(current), mayDownload(current)]).toEqual([hasAccess, hasAccess])
  })
  it('downloads cost credits only in the free plan', () => {
    expect(spendsCredit(current)).toBe(tier === 'free')
  })
  it('seesManageSubscription is true only for a paid subscription, not for a trial', () => {
    expect(seesManageSubscription(current)).toBe(tier === 'pro' && profile?.subscriptionId !== null)
  })
  it('guard() allows or redirects each page according to the plan', () => {
    expect(ROUTES.map((route) => [route, guard(current, route)])).toEqual([
      ['/', 'allow'],
      ['/pricing', 'allow'],
      ['/checkout', tier === 'visitor' ? '/' : 'allow'],
      ['/custom-editor', tier === 'visitor' ? '/' : hasAccess ? 'allow' : '/pricing'],
    ])
  })
})

it.each([
  [0, true],
  [1, true],
  [2, false],
  [3, false],
])('for a free account that has used %i images, mayProcess returns %s', (imagesGenerated, may) => {
  expect(mayProcess(plan({ ...credits(1), imagesGenerated }, NOW))).toBe(may)
})

it('accounts with Pro or a trial can process any number of images', () => {
  const many = (id: string) => plan({ ...paid(id, NOW + 1), imagesGenerated: 900 }, NOW)
  expect([many('sub_1'), many('trial_1'), plan(null, NOW)].map(mayProcess)).toEqual([true, true, false])
  expect(isPro(many('trial_1'))).toBe(true)
})

it.each([
  ['/custom-editor', '', 2000],
  ['/pricing', '?from=payment', 2000],
  ['/pricing', '', 0],
  ['/', '?from=mail', 0],
])('guardWaitMs for the URL %s%s is %i ms', (path, search, ms) => {
  expect(guardWaitMs(path, search)).toBe(ms)
})

it('cameFromPayment is true for ?from=payment', () => {
  expect([cameFromPayment('?a=1&from=payment'), cameFromPayment('?from=payments')]).toEqual([true, false])
})

it('a profile is unchanged after conversion to JSON and back', () => {
  const profile = paid('trial_sub_1', 1_795_000_000_000)
  expect(profileFromJson(profileToJson(profile))).toEqual(profile)
  expect(profileFromJson(profileToJson(nobody))).toEqual(nobody)
})
