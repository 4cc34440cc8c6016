/** Tests a provider that fails, responds late, or was restarted. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ada, only, open, START, subscribed } from './fixtures/customers.ts'
import { end } from './life.ts'
import type { SandboxState } from './state.ts'

describe('the sandbox during failures', () => {
  it("a rejected request doesn't create a customer in the sandbox", async () => {
    const { provider, world } = await open({ fault: () => 'refuse' })
    await expect(provider.createCustomer(ada, null)).rejects.toThrow('outage')
    expect(Object.keys(world.customers)).toHaveLength(0)
  })

  it("a retry after a lost response doesn't create a second customer in the sandbox", async () => {
    const faults = ['lose'] as const
    let request = 0
    const { provider, world } = await open({ fault: () => faults[request++] ?? 'none' })
    await expect(provider.createCustomer(ada, null)).rejects.toThrow('outage')
    expect(Object.keys(world.customers)).toHaveLength(1)
    expect(await provider.createCustomer(ada, null)).toBe(Object.keys(world.customers)[0])
  })

  it('after an outage with many failures, a customer can be created in the next hour', async () => {
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'], now: START * 1000 })
    let fault: 'store' | 'none' = 'store'
    const { provider } = await open({ fault: () => fault })
    for (let n = 0; n < 12; n++) await expect(provider.createCustomer(ada, null)).rejects.toThrow('outage')
    fault = 'none'
    vi.setSystemTime((START + 3600) * 1000)
    expect(await provider.createCustomer(ada, null)).toBe(await provider.createCustomer(ada, null))
  })

  it('a delayed response of the sandbox shows the state at the time of the request', async () => {
    let meanwhile = (): void => undefined
    const sandbox = await open({ delay: async () => meanwhile() })
    const customer = await subscribed(sandbox)
    meanwhile = () => end(sandbox.world, Object.values(sandbox.world.contracts)[0]!, START)
    expect((await only(sandbox.provider, customer)).status).toBe('trialing')
    meanwhile = () => undefined
    expect((await only(sandbox.provider, customer)).status).toBe('canceled')
  })
})

it('the sandbox delivers undelivered webhook events after a restart', async () => {
  let kept = 'null'
  const load = async () => JSON.parse(kept) as SandboxState | null
  const save = async (world: SandboxState) => {
    kept = JSON.stringify(world)
  }
  const before = await open({ store: { load, save }, deliver: async () => 500 })
  await subscribed(before)
  before.changed()
  const got: string[] = []
  const deliver = async (payload: string) => (got.push((JSON.parse(payload) as { type: string }).type) > 0 ? 200 : 500)
  await open({ store: { load, save }, now: () => (START + 3700) * 1000, deliver })
  await expect.poll(() => got).toContain('checkout.session.completed')
})

it('the sandbox repeats signed webhooks until the server accepts them', async () => {
  let seconds = START
  const taken: string[] = []
  const answers = [500, 0, 200]
  const sandbox = await open({
    now: () => seconds * 1000,
    deliver: async (payload, signature) => {
      const event = sandbox.provider.readEvent(Buffer.from(payload), signature)
      const status = answers.shift() ?? 200
      if (status === 200 && event) taken.push(event.type)
      return status
    },
  })
  seconds = Math.floor(Date.now() / 1000) // the signature check uses the real clock
  const customer = await sandbox.provider.createCustomer(ada, null)
  await expect.poll(() => answers.length).toBe(2)
  for (const wait of [1, 2]) {
    seconds += wait
    sandbox.changed()
    await expect.poll(() => answers.length).toBe(2 - wait)
  }
  await expect.poll(() => taken).toEqual(['customer.created'])
  expect(customer).toMatch(/^cus_sandbox_/)
})
