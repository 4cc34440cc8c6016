/** Runs random customer histories with badly delivered webhooks, and compares the result with the sandbox's state. */
import fc from 'fast-check'
import { pino } from 'pino'
import type { BillingContext } from '#server/billing/context.ts'
import { noStore } from '#server/billing/sandbox/fixtures/customers.ts'
import { type Sandbox, startSandbox } from '#server/billing/sandbox/sandbox.ts'
import type { Fault } from '#server/billing/sandbox/state.ts'
import { createBillingStore } from '#server/billing/store.ts'
import { refresh } from '#server/billing/subscriber.ts'
import { handleEvent } from '#server/billing/webhook.ts'
import type { FileDatabase } from '#server/db/open.ts'
import { randomFrom, shuffled } from '../helpers/random.ts'
import { act, stored, truth } from './customers.ts'
import { addUser, type Clock, ORIGIN, PRICES, START } from './shop.ts'

const ACTS = ['buy', 'cancel', 'resume', 'bad card', 'good card', 'pay', 'end', 'wait'] as const

export interface Step {
  readonly act: (typeof ACTS)[number]
  readonly days: number
  readonly trial: boolean
  readonly yearly: boolean
  /** Percentage of pending events that are sent now. `doubled`: percentage that is sent twice. */
  readonly sent: number
  readonly doubled: number
  /** Fault of the next request to the provider. */
  readonly fault: Fault
  /** true: the user returns from the provider's page, and the server then reads the state itself */
  readonly returns: boolean
  /** true: all requests and responses arrive before the next step */
  readonly calm: boolean
}

interface History {
  readonly processes: number
  readonly seed: number
  readonly steps: readonly Step[]
}

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.oneof(
    { weight: 2, arbitrary: fc.constant('buy' as const) },
    { weight: 3, arbitrary: fc.constant('wait' as const) },
    { weight: 7, arbitrary: fc.constantFrom(...ACTS) },
  ),
  days: fc.integer({ min: 0, max: 40 }),
  trial: fc.boolean(),
  yearly: fc.boolean(),
  sent: fc.integer({ min: 0, max: 100 }),
  doubled: fc.integer({ min: 0, max: 40 }),
  fault: fc.oneof(
    { weight: 12, arbitrary: fc.constant('none' as const) },
    { weight: 1, arbitrary: fc.constantFrom('refuse' as const, 'lose' as const) },
  ),
  returns: fc.nat(4).map((n) => n === 0),
  calm: fc.nat(2).map((n) => n === 0),
})

export const history: fc.Arbitrary<History> = fc.record({
  processes: fc.integer({ min: 1, max: 3 }),
  seed: fc.nat(),
  steps: fc.array(step, { minLength: 5, maxLength: 12 }),
})

interface Ending {
  readonly events: number
  readonly got: ReturnType<typeof stored>
  readonly want: ReturnType<typeof truth>
}

/** Runs a history and returns its result. `dbs`: a connection to the same file for each process. */
export async function live(
  userId: string,
  { processes, seed, steps }: History,
  dbs: readonly FileDatabase[],
): Promise<Ending> {
  const random = randomFrom(seed)
  const clock = { seconds: START }
  let fault: Fault = 'none'
  const held: (() => void)[] = [] // functions that release the delayed responses, in order of creation
  let asking = 0
  const sandbox = await startSandbox({
    prices: PRICES,
    brand: 'Midground',
    now: () => clock.seconds * 1000,
    store: noStore,
    deliver: null,
    fault(method) {
      const now = fault
      if (method === 'GET') fault = 'none'
      return now
    },
  })
  const provider = { ...sandbox.provider, listSubscriptions: ask }
  const contexts = dbs.slice(0, processes).map((db) => makeContext(db, { provider }, clock))
  const [first] = dbs
  if (!first) throw new Error('no database')
  await addUser(first, userId)
  const customer = await sandbox.provider.createCustomer({ userId, email: 'x@example.org' }, null)
  await contexts[0]!.store.bind(userId, customer)

  let seen = 0
  let events = 0
  let waiting: string[] = []
  let underway: Promise<unknown>[] = []
  for (const one of steps) {
    act(sandbox, customer, one, random, clock)
    fault = one.fault
    collect()
    if (one.returns) underway.push(refresh(anyContext(), userId))
    send(one.sent, one.doubled)
    await asked()
    if (one.calm) await arrive()
    else
      for (let n = Math.floor(random() * (held.length + 1)); n > 0; n--)
        await release(Math.floor(random() * held.length))
  }
  fault = 'none'
  for (let round = 0; round === 0 || waiting.length > 0; round++) {
    if (round > 50) throw new Error('deliveries that never succeed')
    send(100, 0)
    await arrive()
  }
  const ending = { events, got: stored(first, userId), want: truth(sandbox, customer) }
  await sandbox.close()
  return ending

  function collect(): void {
    const { events: all } = sandbox.world
    waiting.push(...all.slice(seen).map(({ payload }) => payload))
    events += all.length - seen
    seen = all.length
  }

  function send(percent: number, doubled: number): void {
    collect()
    waiting = shuffled(waiting, random)
    const now = waiting.splice(0, Math.ceil((waiting.length * percent) / 100))
    for (const payload of now) {
      underway.push(deliver(payload, true))
      if (random() * 100 < doubled) underway.push(deliver(payload, false))
    }
  }

  async function deliver(payload: string, again: boolean): Promise<void> {
    const { id, type, created, data } = JSON.parse(payload) as {
      id: string
      type: string
      created: number
      data: { object: { customer?: string } }
    }
    try {
      await handleEvent(anyContext(), { id, type, created, customerId: data.object.customer ?? null })
    } catch {
      if (again) waiting.push(payload) // delivers the event again later, as Stripe does after status 500
    }
  }

  async function ask(customerId: string): ReturnType<BillingContext['provider']['listSubscriptions']> {
    asking++
    const answer = sandbox.provider.listSubscriptions(customerId)
    await Promise.allSettled([answer])
    // delays the response here; a delay in the provider would cause a timeout
    await new Promise<void>((arrive) => held.push(arrive))
    asking--
    return answer
  }

  /** Resolves when all requests are performed. Their responses may be delayed. */
  async function asked(): Promise<void> {
    do await turn()
    while (held.length < asking)
  }

  async function release(index: number): Promise<void> {
    const [go] = held.splice(index, 1)
    go?.()
    await turn()
  }

  /**
   * Releases all responses, in random order or newest first. If an older response arrives last, the server must not
   * store it.
   */
  async function arrive(): Promise<void> {
    await asked()
    const newestFirst = random() < 0.5
    while (held.length > 0) {
      await release(newestFirst ? held.length - 1 : Math.floor(random() * held.length))
      await asked()
    }
    const all = underway
    underway = []
    await Promise.all(all)
  }

  function anyContext(): BillingContext {
    return contexts[Math.floor(random() * contexts.length)]!
  }
}

function makeContext(db: FileDatabase, { provider }: Pick<Sandbox, 'provider'>, clock: Clock): BillingContext {
  return {
    provider,
    store: createBillingStore(db),
    now: () => clock.seconds * 1000,
    log: pino({ level: 'silent' }),
    mail: { on: false, queue: async () => undefined },
    settings: { publicOrigin: ORIGIN, graceDays: 3, requireVerifiedEmail: false, otherPrices: [], operatorEmail: null },
  }
}

/** Resolves after one turn of the event loop. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Runs tasks, at most `width` at a time. Resolves with their results, in the order of `list`. */
export async function inParallel<T, R>(
  width: number,
  list: readonly T[],
  task: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < list.length) {
      const index = next++
      results[index] = await task(list[index]!, index)
    }
  }
  await Promise.all(Array.from({ length: width }, lane))
  return results
}
