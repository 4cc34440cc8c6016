import { expect, it, vi } from 'vitest'
import { listenToBackFirst } from '#client/kit/browser/page.ts'
import { guardNavigation } from './guardNavigation.ts'

/**
 * Simulates a browser history from the home page to the editor. The simulated router gets the navigations that the
 * guard allows.
 */
function setup({ isHeld, answer }: { isHeld: boolean; answer: boolean }) {
  const page = new EventTarget()
  const entries = ['/', '/custom-editor?mode=text']
  const location = new URL('https://example.org/custom-editor?mode=text')
  const go = (url: string | URL) => {
    location.href = new URL(url, location).href
  }
  const history = {
    pushState(_state: unknown, _unused: string, url: string) {
      go(url)
      entries.push(location.pathname + location.search)
    },
    back() {
      entries.pop()
      go(entries.at(-1) ?? '/')
      page.dispatchEvent(new Event('popstate', { cancelable: true }))
    },
  }
  vi.stubGlobal('location', location)
  vi.stubGlobal('history', history)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  listenToBackFirst()
  const ask = vi.fn(async () => answer)
  const letGo = guardNavigation({ isHeld: () => isHeld, ask })
  const routed = vi.fn()
  page.addEventListener('popstate', routed)
  return { history, location, entries, ask, letGo, routed }
}

const EDITOR = '/custom-editor?mode=text'

it("the address doesn't change until the user answers the question about unsaved work", async () => {
  const { history, entries, ask, routed } = setup({ isHeld: true, answer: false })
  for (const leave of [() => history.back(), () => history.pushState(null, '', '/pricing')]) {
    leave()
    expect(entries).toEqual(['/', EDITOR])
    await expect.poll(() => ask).toHaveResolved()
    expect(entries).toEqual(['/', EDITOR])
  }
  expect(ask).toHaveBeenCalledTimes(2)
  expect(routed).not.toHaveBeenCalled()
})

it('Back leaves the editor after the user confirmed the question about unsaved work', async () => {
  const { history, entries, ask, routed } = setup({ isHeld: true, answer: true })
  history.back()
  await expect.poll(() => routed).toHaveBeenCalledOnce()
  expect(entries).toEqual(['/'])
  expect(ask).toHaveBeenCalledOnce()
})

it('a link opens after the user confirmed the question about unsaved work', async () => {
  const { history, entries } = setup({ isHeld: true, answer: true })
  history.pushState(null, '', '/pricing')
  await expect.poll(() => entries).toEqual(['/', EDITOR, '/pricing'])
})

it("guardNavigation doesn't ask a question without unsaved work", () => {
  const { history, ask, routed } = setup({ isHeld: false, answer: false })
  history.back()
  expect(routed).toHaveBeenCalledOnce()

  const later = setup({ isHeld: true, answer: false })
  later.letGo()
  later.history.pushState(null, '', '/pricing')
  expect(later.location.pathname).toBe('/pricing')
  for (const asked of [ask, later.ask]) expect(asked).not.toHaveBeenCalled()
})
