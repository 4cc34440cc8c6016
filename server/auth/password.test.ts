import { randomBytes } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'
import { hashPassword, NOBODYS_HASH, verifyPassword } from './password.ts'

const REQUEST = { purpose: 'signUp' } as const

it('a password hash matches only the same password', async () => {
  const hash = await hashPassword('naïve café', randomBytes, REQUEST)
  expect(await verifyPassword('naïve café', hash, REQUEST)).toBe(true)
  expect(await verifyPassword('naïve café'.normalize('NFD'), hash, REQUEST)).toBe(true)
  expect(await verifyPassword('naive cafe', hash, REQUEST)).toBe(false)
  expect(await verifyPassword('', NOBODYS_HASH, REQUEST)).toBe(false)
})

it('the password hasher also works under `node --watch`', async () => {
  vi.stubEnv('WATCH_REPORT_DEPENDENCIES', '1')
  vi.resetModules() // the fresh module has no threads yet
  const { hashPassword } = await import('./password.ts')
  expect(await hashPassword('a', randomBytes, REQUEST)).toMatch(/^\$argon2id/)
})

it("a malformed hash doesn't match any password", async () => {
  expect(await verifyPassword('x', '$2b$10$abcdefghijklmnopqrstuv', REQUEST)).toBe(false)
})

it.each([
  ['the most common password', '12345678', true],
  ['a common password in another case', 'QWERTYuiop', true],
  ['a common password in full-width letters', 'ｐａｓｓｗｏｒｄ', true],
  ['password 17,957 of the list', '03071971', true],
  ["a word of the product's own list", 'PhotoEditor', true],
  ['password 50,000 of the list', 'trek5500', true],
  ['password 100,000 of the list', 'Smokey24', true],
  ['an uncommon phrase', 'correct horse battery', false],
])('isCommonPassword of %s, "%s", is %s', (_, password, expected) => {
  expect(isCommonPassword(password)).toBe(expected)
})

it('isCommonPassword is true for at most one in 10,000 uncommon passwords', () => {
  const others = Array.from({ length: 20_000 }, (_, index) => `no list has this one ${index}`)
  expect(others.filter(isCommonPassword).length).toBeLessThanOrEqual(2)
})

it('the password hasher continues after an invalid hash', async () => {
  const broken = '$argon2id$v=19$m=1,t=0,p=9$AAAA$AAAA' // invalid parameters
  const all = await Promise.allSettled([
    verifyPassword('x', broken, REQUEST),
    hashPassword('one two three', randomBytes, REQUEST),
    verifyPassword('x', broken, REQUEST),
    hashPassword('four five six', randomBytes, REQUEST),
  ])
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled'])
})
