/** Tests many concurrent webhooks while the provider is not always reachable. */
import { expect, it } from 'vitest'
import { stripeEvents } from '#drizzle/schema.ts'
import { emit } from '#server/billing/sandbox/state.ts'
import { shortOrLong } from '../helpers/longRun.ts'
import { addUser, openShop, START, storedProfile } from './shop.ts'

const EVENTS = shortOrLong(300, 1000)

it(`loses none of ${EVENTS} simultaneous events while the provider refuses every third request`, async () => {
  let requests = 0
  let isAway = () => false
  const shop = await openShop({ sandbox: { fault: () => (isAway() ? 'refuse' : 'none') }, env: { RATE_LIMITS: 'off' } })
  const { world } = shop.sandbox
  await addUser(shop.db, 'ada')
  await shop.buy('ada')
  await shop.deliver()
  const { subscription } = shop.contractsOf('ada')[0]!
  const burst = Array.from({ length: EVENTS }, () => {
    emit(world, 'customer.subscription.updated', subscription, START)
    return world.events.at(-1)!
  })
  isAway = () => requests++ % 3 === 0
  let waiting = burst
  while (waiting.length > 0) {
    const statuses = await Promise.all(waiting.map((event) => shop.webhook(event)))
    waiting = waiting.filter((_, i) => statuses[i] !== 200)
  }
  const done = shop.db.orm
    .select()
    .from(stripeEvents)
    .all()
    .filter(({ doneAt }) => doneAt !== null)
  expect(burst.filter(({ id }) => !done.some((row) => row.id === id))).toEqual([])
  expect(requests).toBeGreaterThan(EVENTS)
  expect(storedProfile(shop.db, 'ada')!.paid).toBe(true)
  await shop.close()
})
