import { expect, it } from 'vitest'
import { bareLayer, documentOf } from '../../../tests/helpers/session.ts'
import { stateHash } from './testing.ts'

it('stateHash is equal for equal documents and differs for different documents', () => {
  const a = documentOf(bareLayer('a', 'text'), bareLayer('b', 'text'))
  const b = documentOf(bareLayer('b', 'text'), bareLayer('a', 'text'))
  b.order.reverse()
  expect(stateHash(a)).toBe(stateHash(b))
  b.tune.image.brightness = 101
  expect(stateHash(a)).not.toBe(stateHash(b))
})
