import { expect, it } from 'vitest'
import { readSecretLink, secretLink } from '../pages/addresses.ts'
import { FEATURES, PLANS, PRICES } from '../plans/plans.ts'
import { emailKey, isEmail, isNewEmail, isPasswordLength } from './credentials.ts'

it.each(['a@b.cc', 'first.last+tag@sub.example.org', "o'neil@example.co.uk", 'ü@exämple.de'])(
  'the email address %s is valid',
  (address) => {
    expect(isEmail(address)).toBe(true)
  },
)

it.each([
  '',
  'a',
  'a@b',
  '@b.cc',
  'a@@b.cc',
  'a b@c.dd',
  'a@b.cc\r\nBcc: evil@example.org',
  'a@b.cc,evil@example.org',
  'a@b.cc;evil@example.org',
  '<a@b.cc>',
  '"a"@b.cc',
  'a@b.c',
  'a\u0000@b.cc',
  'a\u200b@b.cc',
  `${'a'.repeat(65)}@b.cc`,
  `a@${'b'.repeat(260)}.cc`,
])('the email address %j is invalid', (address) => {
  expect(isEmail(address)).toBe(false)
})

it('emailKey is the same for two spellings of an email address', () => {
  expect(emailKey('Ａnna@Example.ORG')).toBe(emailKey('anna@example.org'))
})

it.each([
  ['Anna@BÜCHER.de', 'anna@xn--bcher-kva.de'],
  ['anna@xn--bcher-kva.de', 'anna@xn--bcher-kva.de'],
  ['jürgen@example.org', 'jürgen@example.org'],
  ['anna@例え.jp', 'anna@xn--r8jz45g.jp'],
  ['anna@bücher.de/x.de', 'anna@bücher.de/x.de'],
  ['bücher', 'bücher'],
])('emailKey of %s is %s', (email, key) => {
  expect(emailKey(email)).toBe(key)
})

it.each([
  [7, false],
  [8, true],
  [256, true],
  [257, false],
])('isPasswordLength of %i characters is %s', (length, fits) => {
  expect(isPasswordLength('x'.repeat(length))).toBe(fits)
})

it.each([
  ['rejects seven emoji of eleven code units each', '👨‍👩‍👧‍👦'.repeat(7), false],
  ['accepts eight emoji', '👨‍👩‍👧‍👦'.repeat(8), true],
  ['rejects four letters with combining accents', 'e\u0301'.repeat(4), false],
  ['accepts eight letters with combining accents', 'e\u0301'.repeat(8), true],
  ['accepts 256 emoji', '👨‍👩‍👧‍👦'.repeat(256), true],
  ['rejects a megabyte', 'x'.repeat(1_000_000), false],
])('isPasswordLength counts visible characters and %s', (_what, password, fits) => {
  expect(isPasswordLength(password)).toBe(fits)
})

it.each(['ﬁx@example.org', 'Ａnna@example.org', 'anna@exａmple.org', 'anne\u0301@example.org', '①@example.org'])(
  'isNewEmail rejects %s, because an address with a different spelling has the same key',
  (address) => {
    expect([isEmail(address), isNewEmail(address)]).toEqual([true, false])
    expect(emailKey(address)).toBe(emailKey(address.normalize('NFKC')))
  },
)

it('readSecretLink returns null for anything but a secret link', () => {
  const token = 'A'.repeat(43)
  const { hash } = new URL(secretLink('https://photos.example.org', 'reset-password', token))
  expect(readSecretLink(hash)).toEqual({ kind: 'reset-password', token })
  for (const other of ['#reset-password=', `#other=${token}`, '']) expect(readSecretLink(other)).toBeNull()
})

it('PLANS has the three plans with their prices', () => {
  expect(PLANS.map(({ id, name, per, badge, priceKey }) => [id, name, per, badge, priceKey])).toEqual([
    ['free-trial', 'Free', '', null, 'yearly'],
    ['monthly', 'Monthly Pro', 'per month', null, 'monthly'],
    ['yearly', 'Yearly Pro', 'per year', 'Save 40%', 'yearly'],
  ])
  expect(PLANS.filter((offer) => offer.highlighted).map((offer) => offer.id)).toEqual(['yearly'])
  expect(FEATURES).toHaveLength(9)
  expect(Object.keys(PRICES)).toEqual(['monthly', 'yearly'])
})
