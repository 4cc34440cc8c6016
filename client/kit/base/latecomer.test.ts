import { expect, it } from 'vitest'
import { createLatecomer } from './latecomer.ts'

it('is handed to all who waited, and at once to whoever asks while it is there', async () => {
  const guest = createLatecomer<string>()
  const early = [guest.arrival(), guest.arrival()]
  expect(guest.present).toBeNull()
  guest.set('Anna')
  expect(await Promise.all([...early, guest.arrival()])).toEqual(['Anna', 'Anna', 'Anna'])
})

it('is waited for again once it has gone, until it is given up', async () => {
  const guest = createLatecomer<string>()
  guest.set('Anna')
  guest.set(null)
  const late = guest.arrival()
  guest.set('Bert')
  expect(await late).toBe('Bert')
  guest.set(null)
  const never = guest.arrival()
  guest.cancel()
  await expect(never).rejects.toMatchObject({ name: 'AbortError' })
})
