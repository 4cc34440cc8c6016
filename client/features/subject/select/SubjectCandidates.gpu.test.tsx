/** Tests the thumbnails of candidate masks with the real flow. The refiner responds immediately. */
import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createAnnouncer } from '#client/editor/flows/flow.ts'
import { WorkspaceContext } from '#client/editor/workspace/WorkspaceContext.tsx'
import type { Workspace } from '#client/editor/workspace/workspace.ts'
import { ok } from '#client/kit/values/result.ts'
import { newLayer } from '#client/layers/registry.ts'
import type { SelectionStart } from '#client/media/segmenter/segmentationTypes.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { select } from '#client/model/session/ui/selection.ts'
import { MASK_EDIT_PANEL, SELECT_SUBJECT_PANEL } from '#client/model/session/ui/subject.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { separationOf } from '#client/render/matting/separation.ts'
import { render } from '../../../../tests/helpers/render.ts'
import { quietSession } from '../../../../tests/helpers/session.ts'
import { SubjectCandidates } from './SubjectCandidates.tsx'
import { SubjectSelector } from './subjectSelector.ts'

beforeEach(async () => {
  await page.viewport(1000, 700)
  await expect.poll(() => innerWidth).toBe(1000)
})

const SIZE = { width: 60, height: 40 }
const STARTS: SelectionStart[] = ['found', 5, 6]
const coverageOf = (start: SelectionStart, { width, height }: typeof SIZE) =>
  Uint8Array.from({ length: width * height }, (_, i) => (i % width < (STARTS.indexOf(start) + 1) * 15 ? 255 : 0))
const mask = (start: SelectionStart) => ({ ...SIZE, coverage: coverageOf(start, SIZE) })

/** Opens a red photo with an uncertain subject and its candidate masks. */
async function mount() {
  const canvas = new OffscreenCanvas(SIZE.width, SIZE.height)
  const context = canvas.getContext('2d')!
  context.fillStyle = '#ff0000'
  context.fillRect(0, 0, SIZE.width, SIZE.height)
  const bitmap = await createImageBitmap(canvas)
  const session = quietSession()
  const photo = session.assets.put({ kind: 'bitmap', bitmap, ...SIZE, hasAlpha: false, sha256: 'p' })
  const matte = session.assets.put({ kind: 'matte', ...mask('found') })
  session.history.restart(() => {
    session.doc.photo = { asset: photo, name: 'p.jpg', hasAlpha: false, ...SIZE }
    session.doc.separation = separationOf(session.assets, matte, 'test')
    newLayer(session.doc, 'subject')
  })
  const subjectSelector = new SubjectSelector({
    session,
    announcer: createAnnouncer(session),
    refiner: {
      candidateMasks: async () => ok([]),
      previewInput: async () => ok({ ...mask('found'), score: 1 }),
      // not called, because this test doesn't lift an object
      segmentSelection: async (_, start) => ok(mask(start as SelectionStart)),
      eachPerson: async () => ok([]),
    },
    countImage() {},
    whenFilled: async () => {},
  })
  render(
    <WorkspaceContext value={{ session, flow: () => subjectSelector } as unknown as Workspace}>
      <SubjectCandidates />
    </WorkspaceContext>,
  )
  expect(offer().elements()).toHaveLength(0)
  subjectSelector.offer(STARTS.map((start) => ({ start, mask: mask(start) })))
  await expect.element(offer()).toBeVisible()
  return { session, selector: subjectSelector, chosen: () => snapshotOf(session).separation?.chosen ?? null }
}

const offer = () => page.getByRole('region', { name: 'Which subject do you want?' })
const suggestion = (number: number) => offer().getByRole('button', { name: `Suggestion ${number}` })
const button = (name: string) => offer().getByRole('button', { name })

it('a click on a candidate mask applies the mask as one undo step', async () => {
  const { session, chosen } = await mount()
  const redOf = (canvas: Element | null) => {
    const { width, height } = canvas as HTMLCanvasElement
    const { data } = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height)
    return data.filter((value, i) => i % 4 === 3 && value > 128).length / (width * height)
  }
  const shares = [1, 2, 3].map((number) => redOf(suggestion(number).element().querySelector('canvas')))
  for (const [i, share] of shares.entries()) expect(share, `thumbnail ${i + 1}`).toBeCloseTo((i + 1) / 3, 1)
  await expect.element(suggestion(1)).toHaveAttribute('aria-pressed', 'true')

  await suggestion(2).click()
  await expect.element(suggestion(2)).toHaveAttribute('aria-pressed', 'true')
  expect(chosen()).toEqual({ start: 5, choices: [] })
  expect(matteOf(snapshotOf(session), session.assets)?.coverage).toEqual(coverageOf(5, SIZE))
  session.history.undo()
  await expect.element(suggestion(1)).toHaveAttribute('aria-pressed', 'true')
  expect([chosen(), session.history.state.undo]).toEqual([null, null])
})

it('hovering over a candidate mask previews the mask on the photo', async () => {
  const { selector } = await mount()
  await suggestion(2).hover()
  await expect.poll(() => selector.state.preview?.coverage).toEqual(coverageOf(5, SIZE))
  await button('Dismiss').hover()
  await expect.poll(() => selector.state.preview).toBeNull()
})

it('the keyboard focus on a candidate mask previews the mask on the photo', async () => {
  const { selector } = await mount()
  button('Dismiss').element().focus()
  await userEvent.tab()
  await userEvent.tab()
  expect(document.activeElement).toBe(suggestion(2).element())
  expect(selector.state.preview?.coverage).toEqual(coverageOf(5, SIZE))
  for (let tabs = 0; tabs < 2; tabs++) await userEvent.tab()
  expect(selector.state.preview).toBeNull()
})

it("choosing a candidate mask with the keyboard doesn't move the focus", async () => {
  const { chosen } = await mount()
  expect(document.activeElement).toBe(document.body)
  suggestion(3).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(suggestion(3)).toHaveAttribute('aria-pressed', 'true')
  expect(chosen()).toEqual({ start: 6, choices: [] })
  expect(document.activeElement).toBe(suggestion(3).element())
  await userEvent.tab()
  expect(document.activeElement).toBe(button('Select another').element())
})

it('editing the mask, opening Select subject or pressing Dismiss hides the candidate bar', async () => {
  const { session } = await mount()
  session.history.transact('Feather', () => {
    session.doc.mend.feather = 3
  })
  await expect.element(offer()).not.toBeInTheDocument()
  session.history.undo()
  await button('Select another').click()
  expect(session.ui.panel).toBe(SELECT_SUBJECT_PANEL)
  await expect.element(offer()).not.toBeInTheDocument()
  session.ui.panel = null
  await button('Dismiss').click()
  await expect.element(offer()).not.toBeInTheDocument()
})

it('the candidate bar is on the side of the canvas that the candidate masks cover less', async () => {
  const { chosen } = await mount() // the candidate masks are in the left half of the photo
  for (const dir of ['ltr', 'rtl']) {
    document.documentElement.dir = dir
    const { left, right } = offer().element().getBoundingClientRect()
    expect([left > 500, right <= 984], dir).toEqual([true, true])
  }
  document.documentElement.dir = 'ltr'
  const { height } = offer().element().getBoundingClientRect()
  await button('Hide').click()
  await expect.element(suggestion(1)).not.toBeInTheDocument()
  await expect.element(button('Show')).toHaveAttribute('aria-expanded', 'false')
  expect(offer().element().getBoundingClientRect().height).toBeLessThan(height / 2)
  await button('Show').click()
  await suggestion(2).click()
  await expect.element(suggestion(2)).toHaveAttribute('aria-pressed', 'true')
  expect(chosen()).toEqual({ start: 5, choices: [] })
})

it('the thumbnails of candidate masks are cropped to the area of the masks', async () => {
  await mount() // the masks cover at most 45 × 40 px of the photo's 60 × 40 px
  const { width, height } = suggestion(1).element().querySelector('canvas')!
  expect(width / height).toBeCloseTo(45 / 40, 1)
})

it('on a phone in landscape, the candidate bar is collapsed at first', async () => {
  await page.viewport(844, 390)
  await expect.poll(() => innerWidth).toBe(844)
  await mount()
  await expect.element(suggestion(1)).not.toBeInTheDocument()
  await button('Show').click()
  await expect.element(suggestion(1)).toBeVisible()
})

it('on a phone, selecting a layer or opening the layers panel hides the candidate bar', async () => {
  await page.viewport(360, 640)
  await expect.poll(() => innerWidth).toBe(360)
  const { session } = await mount()
  const { ui } = session
  ui.layers.isShown = true
  await expect.element(offer()).not.toBeInTheDocument()
  ui.layers.isShown = false
  await expect.element(suggestion(1)).toBeVisible()
  select(ui, Object.values(session.doc.layers)[0]!.id)
  await expect.element(offer()).not.toBeInTheDocument()
})

it.each([
  ['phone', 360, SELECT_SUBJECT_PANEL],
  ['desktop', 1000, MASK_EDIT_PANEL],
] as const)('on a %s, opening a panel in use hides the candidate bar', async (_, width, panel) => {
  await page.viewport(width, 640)
  await expect.poll(() => innerWidth).toBe(width)
  const { session } = await mount()
  await expect.element(suggestion(1)).toBeVisible()
  session.ui.panel = panel
  await expect.element(offer()).not.toBeInTheDocument()
  session.ui.panel = null
  await expect.element(suggestion(1)).toBeVisible()
})

it('on a phone, opening a panel moves the candidate bar into the canvas and collapses it', async () => {
  await page.viewport(390, 844)
  await expect.poll(() => innerWidth).toBe(390)
  const { session, chosen } = await mount()
  const placeOf = () => getComputedStyle(offer().element())
  session.ui.panel = 'text'
  await expect.element(button('Show')).toBeVisible()
  await expect.element(suggestion(1)).not.toBeInTheDocument()
  expect([placeOf().gridRowStart, placeOf().position]).toEqual(['stage', 'absolute'])
  expect(offer().element().getBoundingClientRect().height).toBeLessThan(60)
  await button('Show').click()
  await suggestion(2).click()
  await expect.poll(chosen).toEqual({ start: 5, choices: [] })
  await button('Hide').click()
  session.ui.panel = null
  await expect.poll(() => placeOf().gridRowStart).toBe('panel')
})

it('on a phone, the candidate bar is below the canvas', async () => {
  await page.viewport(360, 640)
  await expect.poll(() => innerWidth).toBe(360)
  await mount()
  await expect.poll(() => getComputedStyle(offer().element()).gridRowStart).toBe('panel')
  expect(getComputedStyle(offer().element()).position).toBe('static')
})

it("the candidate bar fits a phone's screen in left-to-right and right-to-left layouts", async () => {
  await page.viewport(360, 640)
  await expect.poll(() => innerWidth).toBe(360)
  await mount()
  for (const dir of ['ltr', 'rtl']) {
    document.documentElement.dir = dir
    const { left, right } = offer().element().getBoundingClientRect()
    expect(left, dir).toBeGreaterThanOrEqual(0)
    expect(right, dir).toBeLessThanOrEqual(360)
    for (const number of [1, 2, 3]) {
      const { width, height } = suggestion(number).element().getBoundingClientRect()
      expect(Math.min(width, height), dir).toBeGreaterThanOrEqual(44)
    }
  }
  document.documentElement.dir = 'ltr'
})
