/** Tests that a batch stops with a notice when any of its dependencies throws. */
import { beforeEach, expect, it, vi } from 'vitest'
import { boom, boomLater } from '#client/editor/flows/unexpected.testing.ts'
import { collector, made, photo, TestRenderer, TestServer } from './testing.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

it.each(['preview', 'picture', 'countImage', 'spendCredit', 'openTemplate', 'deliver', 'write', 'newKey'])(
  'a batch stops with a notice or a failed photo if %s rejects',
  async (name) => {
    const renderer = new TestRenderer()
    const server = new TestServer()
    const account = server.account()
    Object.assign(server, { account: () => (name in account ? { ...account, [name]: boomLater } : account) })
    if (name in renderer) Object.assign(renderer, { [name]: boomLater })
    const opened = await made(
      name === 'preview' || name === 'countImage' || name === 'openTemplate' ? ['a.jpg'] : ['a.jpg', 'b.jpg'],
      { renderer, server },
    )
    const { batch, store } = opened
    if (name === 'write') Object.assign(store, { write: boomLater })
    if (name === 'newKey') Object.assign((batch as unknown as { deps: object }).deps, { newKey: boom })
    if (name === 'write' || name === 'newKey') await batch.add([photo('c.jpg'), photo('d.jpg')])
    const { target } = collector()
    await batch.exportTo(name === 'deliver' ? { ...target, deliver: boomLater } : target)
    await expect
      .poll(() => [batch.state.exporting, batch.state.isRunning, batch.state.adding])
      .toEqual([null, false, 0])
    const hasFailed = batch.state.items.some(({ state }) => state === 'failed')
    expect(hasFailed || batch.state.notice !== null).toBe(true)
  },
)
