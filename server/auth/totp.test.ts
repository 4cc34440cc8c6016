import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { newSecret, stepOfCode } from './second-factor.ts'

/** The ASCII secret of RFC 6238, appendix B, in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

it('only the codes of the current, the previous and the next time step are valid', () => {
  const at = (steps: number) => stepOfCode(SECRET, '005924', (1234567890 + 30 * steps) * 1000)
  expect([-2, -1, 0, 1, 2].map(at)).toEqual([null, 41152263, 41152263, 41152263, null])
})

it.each(['', '5924', '0059240', 'abcdef', '00592４'])('the malformed second-factor code %j is rejected', (code) => {
  expect(stepOfCode(SECRET, code, 1234567890_000)).toBeNull()
})

it('newSecret returns 32 base32 characters (160 bits), different at each call', () => {
  const secrets = Array.from({ length: 50 }, () => newSecret(randomBytes))
  expect(new Set(secrets).size).toBe(50)
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/)
})
