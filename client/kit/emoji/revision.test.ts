import { expect, it } from 'vitest'
import { revisionOf } from '../../../scripts/emoji/revision.ts'
import { EMOJI_REVISION } from './revision.ts'

it('is that of the packages which the pictures are made from', async () => {
  expect(EMOJI_REVISION).toBe(await revisionOf())
})
