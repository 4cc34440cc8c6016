import { expect, it, vi } from 'vitest'
import { createConsent } from './useBatch.ts'

it('a batch asks for consent once for all photos', async () => {
  const asked = vi.fn(async () => true)
  const consent = createConsent(asked)
  expect(await Promise.all([consent.ask(), consent.ask()])).toEqual([true, true])
  consent.reconsider()
  expect(await consent.ask()).toBe(true)
  expect(asked).toHaveBeenCalledOnce()
})

it('retrying photos after the user declined consent asks for consent again', async () => {
  const asked = vi.fn(async () => true).mockResolvedValueOnce(false)
  const consent = createConsent(asked)
  expect([await consent.ask(), await consent.ask()]).toEqual([false, false])
  expect(asked).toHaveBeenCalledOnce()
  consent.reconsider()
  expect([await consent.ask(), await consent.ask()]).toEqual([true, true])
  expect(asked).toHaveBeenCalledTimes(2)
})

it('a request made while the consent dialog is open gets the answer from that dialog', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<boolean>()
  const asked = vi.fn(() => promise)
  const consent = createConsent(asked)
  const first = consent.ask()
  consent.reconsider()
  const second = consent.ask()
  answer(false)
  expect(await Promise.all([first, second])).toEqual([false, false])
  expect(asked).toHaveBeenCalledOnce()
})
