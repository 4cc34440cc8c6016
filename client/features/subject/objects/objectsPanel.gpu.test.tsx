/** Tests the Objects panel while candidate masks are being computed. */
import { expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { WorkspaceContext } from '#client/editor/workspace/WorkspaceContext.tsx'
import type { Workspace } from '#client/editor/workspace/workspace.ts'
import { COARSE, NARROW } from '#client/kit/ui/hooks.ts'
import { addLayer } from '#client/layers/actions.ts'
import type { LayerValues } from '#client/layers/registry.ts'
import { SessionContext } from '#client/model/session/session.ts'
import { render } from '../../../../tests/helpers/render.ts'
import { separatedSession } from '../../../../tests/helpers/session.ts'
import { startLifting } from '../modes.ts'
import { CandidateMasks } from '../select/CandidateMasks.tsx'
import { type SubjectToolState, subjectState } from '../subjectState.ts'
import ObjectsPanel from './ObjectsPanel.tsx'

const mount = (
  session: ReturnType<typeof separatedSession>,
  candidates: SubjectToolState['candidates'] = 'searching',
  panel = <ObjectsPanel />,
) => {
  subjectState(session).candidates = candidates
  const subjectSelector = { findCandidates: async () => {}, close() {}, confirm: vi.fn(), point: vi.fn() }
  render(
    <SessionContext value={session}>
      <WorkspaceContext value={{ session, flow: () => subjectSelector } as unknown as Workspace}>
        {panel}
      </WorkspaceContext>
    </SessionContext>,
  )
  return subjectSelector
}

/** Shows the panel while erasing objects. */
function erasing(candidates: SubjectToolState['candidates'] = null) {
  const session = separatedSession()
  startLifting(session.ui, 'erase')
  mount(session, candidates)
  return session
}

/** Makes a media query match until the test ends. */
function pretend(matching: string) {
  const original = matchMedia
  const media = vi.spyOn(window, 'matchMedia').mockImplementation((query) => original(query.replace(matching, 'all')))
  onTestFinished(() => media.mockRestore())
}

it.each([
  [null, ['Find people']],
  ['lift', ['Find people', 'Done']],
  ['erase', ['Done']],
] as const)('in the mode %s, the panel has the buttons %j', (way, names) => {
  const session = separatedSession()
  if (way) startLifting(session.ui, way)
  mount(session, null)
  expect(
    page
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(names)
})

it.each(['lift', 'erase'] as const)('starting to %s an object shows the status "Finding objects…"', async (way) => {
  const session = separatedSession()
  startLifting(session.ui, way)
  mount(session)
  await expect.element(page.getByText('Finding objects…', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('progressbar', { name: 'Finding objects…' })).toBeVisible()
})

it('while erasing, the Done button changes its color after an object is added', async () => {
  const session = erasing()
  const done = page.getByRole('button', { name: 'Done' })
  const color = () => getComputedStyle(done.element()).backgroundColor
  const before = color()
  addLayer(session, 'object', {
    lifted: { matte: 'm', model: '', home: 'background', suggestion: -1, choices: [], box: {} },
  } as LayerValues)
  await expect.poll(color).not.toBe(before)
})

it('the erase panel explains why the original photo is shown over a new background', async () => {
  const session = erasing()
  const hint = page.getByText('You’re seeing the original photo.', { exact: false })
  expect(hint.elements()).toHaveLength(0)
  session.history.transact('Change', () => {
    session.doc.backdrop = { type: 'color', color: '#ff0000', opacity: 100 }
  })
  await expect.element(hint).toBeVisible()
})

it('the suggestions for the subject exclude erased objects', async () => {
  const [left, right] = [0, 1].map((number) => {
    const coverage = new Uint8Array(8).map((_, at) => (at % 2 === number ? 255 : 0))
    return { number, mask: { width: 2, height: 4, coverage, score: 0.9 } }
  })
  mount(separatedSession(), [left!, right!], <CandidateMasks status="Searching" taken={[left!.mask]} />)
  await expect.element(page.getByRole('button', { name: /Suggestion 1/ })).toBeVisible()
  expect(page.getByRole('button').elements()).toHaveLength(1)
})

it.each([
  ['without a running search', null],
  ['if no object is found', []],
])('%s, the Objects panel shows once how to erase an object', async (_, candidates) => {
  erasing(candidates)
  await expect.element(page.getByText('Click an object to erase it', { exact: false })).toBeVisible()
  await expect.element(page.getByText('Finding objects…', { exact: true })).not.toBeInTheDocument()
  expect(page.getByText('Click an object', { exact: false }).elements()).toHaveLength(1)
})

it.each([
  ['erase', 'Tap an object to erase it'],
  ['lift', 'Tap an object to turn it into a layer'],
] as const)('on a touch screen, the hint to %s an object begins with "Tap"', async (way, text) => {
  pretend(COARSE)
  const session = separatedSession()
  startLifting(session.ui, way)
  mount(session, null)
  await expect.element(page.getByText(text, { exact: false })).toBeVisible()
})

it('on a touch screen, a switch selects whole objects or only parts, because Alt is missing', async () => {
  pretend(COARSE)
  const session = erasing()
  await page.getByRole('radio', { name: 'Part' }).click()
  expect(subjectState(session).isPart).toBe(true)
  await page.getByRole('radio', { name: 'Whole' }).click()
  expect(subjectState(session).isPart).toBe(false)
})

it('the switch is also shown if parts were selected on a touch screen and then a mouse is attached', async () => {
  const session = separatedSession()
  subjectState(session).isPart = true
  startLifting(session.ui, 'erase')
  mount(session, null)
  await page.getByRole('radio', { name: 'Whole' }).click({ timeout: 5000 })
  expect(subjectState(session).isPart).toBe(false)
})

it('after a tap, the panel offers to erase the marked area or to mark a part instead', async () => {
  const session = separatedSession()
  startLifting(session.ui, 'erase')
  const { confirm, point } = mount(session, null)
  const at = { x: 30, y: 40 }
  Object.assign(subjectState(session), { marked: at })
  const erase = page.getByRole('button', { name: 'Erase marked area' })
  await expect.element(erase).toBeDisabled()
  expect(page.getByRole('button', { name: 'Done' }).elements()).toHaveLength(0)
  await page.getByRole('radio', { name: 'Part' }).click()
  expect(point).toHaveBeenCalledExactlyOnceWith(at, false, true)
  subjectState(session).preview = { width: 1, height: 1, coverage: Uint8Array.of(255), adds: true }
  await erase.click()
  expect(confirm).toHaveBeenCalledOnce()
})

it('a search for objects still shows its status after a minute', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  erasing('searching')
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  await expect.element(page.getByText('Finding objects…', { exact: true })).toBeVisible()
})

it('Done after erasing closes the panel on a narrow screen', async () => {
  pretend(NARROW)
  const session = erasing()
  await page.getByRole('button', { name: 'Done' }).click()
  expect(session.ui.panel).toBeNull()
})
