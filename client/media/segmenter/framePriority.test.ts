import { expect, it, onTestFinished } from 'vitest'
import { createListeners } from '#client/kit/async/listeners.ts'
import { FRAME_CHANNEL, reportFrames } from './framePriority.ts'

/** Reports frames to a second channel, as in a worker. The test makes changes, and decides when the browser is idle. */
function setup() {
  const changes = createListeners()
  const waiting: (() => void)[] = []
  const heard: unknown[] = []
  const channel = new BroadcastChannel(FRAME_CHANNEL)
  channel.onmessage = ({ data }) => heard.push(data)
  const stop = reportFrames(changes.subscribe, (run) => {
    waiting.push(run)
    return () => void waiting.splice(waiting.indexOf(run), 1)
  })
  onTestFinished(() => channel.close())
  return { change: () => changes.emit(), idle: () => waiting.shift()?.(), waiting, heard, stop }
}

it('several changes before an idle period send only one message', async () => {
  const { change, idle, heard, stop } = setup()
  for (let i = 0; i < 3; i++) change()
  await expect.poll(() => heard).toEqual(['changed'])
  idle()
  await expect.poll(() => heard).toEqual(['changed', 'idle'])
  change()
  await expect.poll(() => heard).toEqual(['changed', 'idle', 'changed'])
  stop()
})

it("changes after the end of reporting don't send a message", async () => {
  const { change, waiting, heard, stop } = setup()
  change()
  await expect.poll(() => heard).toEqual(['changed'])
  stop()
  expect(waiting).toEqual([])
  expect(change).not.toThrow()
  expect(heard).toEqual(['changed'])
})
