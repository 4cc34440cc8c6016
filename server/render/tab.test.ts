import { expect, it, vi } from 'vitest'
import { RENDER_FUNCTION, type Stage } from '#server/contract/render.ts'
import { indexFiles } from '#server/static/files.ts'
import { type Page, PageLostError } from './chromium.ts'
import { isFolderFailure, serveLoopback } from './loopback.ts'
import { createTab, failureText } from './tab.ts'

const JOB = () => ({ task: 'describe', photo: '', name: '', frame: 'photo' }) as const

/** Returns a tab whose page never responds to a job, and a function that reports a stage for the page. */
function silentTab(silenceMs: number) {
  let report = (_: Stage): void => undefined
  let lose = (_: Error): void => undefined
  let opened = 0
  const page: Pick<Page, 'evaluate' | 'close'> = {
    evaluate: (code) =>
      code.includes(`window.${RENDER_FUNCTION}(`)
        ? new Promise((_, reject) => {
            lose = reject
          })
        : Promise.resolve(undefined),
    close: async () => lose(new PageLostError('closed')),
  }
  const open = async () => {
    opened += 1
    return page
  }
  const hear = (listener: (stage: Stage) => void) => {
    report = listener
    return { path: '/stage', forget: () => undefined }
  }
  const tab = createTab({ open }, { page: 'http://127.0.0.1/', hear }, silenceMs)
  return { tab, report: (stage: Stage) => report(stage), opened: () => opened }
}

it('a job gets a new tab if the page of the previous job stopped reporting', async () => {
  const { tab, opened } = silentTab(20)
  expect(await tab.ask(JOB)).toEqual({ ok: false, error: 'timed-out' })
  expect(await tab.ask(JOB)).toEqual({ ok: false, error: 'timed-out' })
  expect(opened()).toBe(2)
})

it.each(['tab-lost', 'context-lost'])('a job gets a new tab after a job that failed twice with %s', async (error) => {
  const pages: string[] = []
  const open = async () => {
    const asked = pages.push('open') - 1
    const evaluate = async (code: string) => {
      if (!code.includes(`window.${RENDER_FUNCTION}(`)) return undefined
      if (asked === 2) return { ok: true }
      if (error === 'tab-lost') throw new PageLostError('crashed')
      return { ok: false, error }
    }
    return { evaluate, close: async () => void pages.splice(asked, 1, 'closed') }
  }
  const hear = () => ({ path: '/stage', forget: () => undefined })
  const tab = createTab({ open }, { page: 'http://127.0.0.1/', hear })
  expect([await tab.ask(JOB), pages]).toEqual([{ ok: false, error }, ['closed', 'closed']])
  expect([await tab.ask(JOB), pages]).toEqual([{ ok: true }, ['closed', 'closed', 'open']])
})

it('a job can run for any length of time as long as its page reports stages', async () => {
  vi.useFakeTimers()
  const { tab, report } = silentTab(150)
  const stages: Stage[] = []
  const answer = tab.ask(JOB, { onStage: (stage) => stages.push(stage) })
  let isDone = false
  void answer.then(() => {
    isDone = true
  })
  for (let i = 0; i < 20; i++) {
    await vi.advanceTimersByTimeAsync(149)
    report('converting')
  }
  expect([isDone, stages.length]).toEqual([false, 20])
  await vi.advanceTimersByTimeAsync(150)
  expect(await answer).toEqual({ ok: false, error: 'timed-out' })
})

const LIMITS = { maxSide: 16_383, maxPixels: 50_000_000 }

it('the error about a photo or image that is too large states its size and the limit', () => {
  const size = { width: 9000, height: 6000 }
  expect(failureText({ ok: false, error: 'photo-too-large', ...size, ...LIMITS })).toBe(
    'The photo is too large: 9000 × 6000 px, 54 megapixels. The limit is 50 megapixels, and 16383 px per side.',
  )
  expect(failureText({ ok: false, error: 'image-too-large', ...size, ...LIMITS })).toContain(
    'The image is too large: 9000 × 6000 px',
  )
})

it('the error about erasing the background says that nothing was erased', () => {
  expect(failureText({ ok: false, error: 'background' })).toContain('nothing was erased')
})

it.each([
  ['ENOSPC', 'disk-full', 'The disk of the output folder is full.'],
  ['EROFS', 'not-writable', 'The output folder can’t be written to.'],
])(
  'an image that can’t be written because of %s fails with the code %s, which stops the run',
  async (code, error, text) => {
    const page = { path: '/index.html', size: 6, content: Buffer.from('<html>') }
    const loopback = await serveLoopback(indexFiles([page], 'Midground'))
    const path = loopback.take(async () => {
      throw Object.assign(new Error(`${code}: write`), { code })
    })
    const answer = await fetch(new URL(path, loopback.page), { method: 'PUT', body: 'an image' })
    expect([answer.status, await answer.text()]).toEqual([500, error])
    loopback.close()
    expect([isFolderFailure(error), failureText({ ok: false, error })]).toEqual([true, text])
  },
)
