import { expect, it } from 'vitest'
import { RENDER_FUNCTION } from '#server/contract/render.ts'
import type { Page } from '#server/render/chromium.ts'
import { createTab } from '#server/render/tab.ts'
import { answerFailure } from './answerFailure.ts'

const LOOPBACK = { page: 'http://127.0.0.1/', hear: () => ({ path: '/stage', forget: () => undefined }) }

it.each([
  [new Error('no WebGL 2'), 'no WebGL 2'],
  ['no script', 'no script'],
])('after answerFailure(%s), every render job fails with this message', async (cause, error) => {
  const page: Record<string, () => Promise<unknown>> = {}
  const evaluate = async (code: string) => (code.startsWith('new Promise') ? undefined : page[RENDER_FUNCTION]?.())
  const opened = { evaluate, close: async () => {} } as unknown as Page
  answerFailure(cause, page)
  const tab = createTab({ open: async () => opened }, LOOPBACK)
  const job = () => ({ task: 'describe', photo: '', name: '', frame: 'photo' }) as const
  expect(await tab.ask(job)).toEqual({ ok: false, error })
  expect(await tab.ask(job)).toEqual({ ok: false, error })
})
