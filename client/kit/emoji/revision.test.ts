import { expect, it } from 'vitest'
import { revisionOf } from '../../../scripts/emoji/revision.ts'
import { EMOJI_REVISION } from './revision.ts'

it('equals the hash of the packages that the emoji images come from', async () => {
  expect(EMOJI_REVISION).toBe(await revisionOf())
})
