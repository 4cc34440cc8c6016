import { describe, expect, it } from 'vitest'
import { isGuessable, readNewPassword } from './read-credentials.ts'

const FAMILY = '👨‍👩‍👧‍👦'

describe('passwords of repeated characters', () => {
  it.each([
    ['one letter', 'aaaaaaaa'],
    ['one letter in two cases', 'aaAaaAAAaA'],
    ['one letter in two widths', 'aaaaａａａａ'],
    ['one letter in two encodings', 'e\u0301\u00e9'.repeat(4)],
    ['an emoji of several code points', FAMILY.repeat(8)],
    ['white space of several kinds', ' \u00a0\t \u2003  \u00a0 '],
    ['two alternating letters', 'abababab'],
    ['three letters in turn, the last group incomplete', 'abcabcab'],
  ])('a password made of %s is rejected', (_what, password) => {
    expect(readNewPassword(password)).toEqual({ ok: false, error: 'common_password' })
  })

  it.each(['aaaaaaab', `${FAMILY.repeat(7)}🦊`, '        x'])(
    'the password "%s" with different characters is accepted',
    (password) => {
      expect(readNewPassword(password)).toEqual({ ok: true, value: password })
    },
  )
})

it.each([
  ['midground', true],
  ['Mid-Ground 1', true],
  ['MIDGROUND_123', true],
  ['m.i.d.g.r.o.u.n.d', true],
  ['anna.long@example.org', true],
  ['annalong', true],
  ['Anna_Long 99', true],
  ['midground1234', false],
  ['#$%^&*()_+~', false],
  ['........', false],
  ['a long phrase about Midground', false],
])("isGuessable for the password %s, the product's name and the account's address is %s", (password, expected) => {
  expect(isGuessable(password, ['Midground', 'anna.long@example.org'])).toBe(expected)
})
