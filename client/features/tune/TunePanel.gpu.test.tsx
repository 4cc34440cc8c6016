import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PaintReducedContext } from '#client/layers/PaintReducedContext.ts'
import { newLayer } from '#client/layers/registry.ts'
import type { PaintReduced } from '#client/layers/text/automaticColors.ts'
import { colorBackdrop } from '#client/model/document/backdrop.ts'
import { type Session, SessionContext, snapshotOf } from '#client/model/session/session.ts'
import { previewDocument } from '#client/render/previewDocument.ts'
import { SECTIONS, tuneFields } from '#shaders/tune/enhancements.ts'
import { render } from '../../../tests/helpers/render.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import TunePanel from './TunePanel.tsx'

let session: Session
const paintReduced = vi.fn<PaintReduced>(async () => null)

const WIDE = [1000, 700] as const
const PHONE = [390, 844] as const

beforeEach(async () => {
  await page.viewport(...WIDE)
  await expect.poll(() => innerWidth).toBe(WIDE[0]) // waits until the panel has rendered its wide layout
  session = separatedSession()
  session.history.restart(() => {}) // empties the undo history
  render(
    <SessionContext value={session}>
      <PaintReducedContext value={paintReduced}>
        <TunePanel />
      </PaintReducedContext>
    </SessionContext>,
  )
})

const tune = () => snapshotOf(session).tune
const slider = (name: string) => page.getByRole('slider', { name, exact: true })
const field = (name: string) => page.getByRole('spinbutton', { name, exact: true })
const toggle = (name: string) => page.getByRole('switch', { name })

async function type(name: string, value: string) {
  await field(name).fill(value)
  await userEvent.keyboard('{Tab}')
}

it('the Tune panel has a slider for each enhancement, in labeled sections', async () => {
  for (const { title } of SECTIONS) await expect.element(page.getByRole('region', { name: title })).toBeVisible()
  expect(page.getByRole('slider').elements()).toHaveLength(Object.keys(tuneFields).length)
})

it('a slider sets the values of photo, subject and background, as one undo step', async () => {
  await type('Brightness', '130')
  expect([tune().image, tune().foreground, tune().background].map((set) => set.brightness)).toEqual([130, 130, 130])
  session.history.undo()
  expect(tune().foreground.brightness).toBe(100)
  expect(session.history.state.undo).toBeNull()
})

it("a slider sets only the subject when only the subject's switch is on", async () => {
  await toggle('Apply to background').click()
  await type('Exposure', '40')
  expect([tune().foreground.exposure, tune().background.exposure]).toEqual([40, 0])
  await toggle('Apply to background').click()
  await expect.element(slider('Exposure')).toHaveAttribute('aria-valuetext', 'Mixed')
  await expect.element(slider('Contrast')).toHaveAttribute('aria-valuetext', '100%')
})

it('a look replaces the enhancements of the parts whose switch is on, as one undo step', async () => {
  await type('Fade', '40')
  await toggle('Apply to background').click()
  await page.getByRole('button', { name: 'Vivid' }).click()
  expect(tune().foreground).toMatchObject({ saturation: 135, fade: 0 })
  expect(tune().background).toMatchObject({ saturation: 100, fade: 40 })
  await expect.element(field('Saturation')).toHaveValue('135')
  session.history.undo()
  expect(tune().foreground).toMatchObject({ saturation: 100, fade: 40 })
})

it('the thumbnails of the looks show the edited image with its background, erased objects and crop', async () => {
  const { history, doc } = session
  await expect.poll(() => paintReduced.mock.lastCall?.[0].backdrop.type).toBe('original')
  const erased = history.transact('Edit', () => {
    newLayer(doc, 'text')
    doc.backdrop = { ...colorBackdrop(), color: '#ff8000' }
    doc.crop = { ...doc.crop, x: 1, y: 1, width: 2, height: 2 } as typeof doc.crop
    return newLayer(doc, 'object')
  })
  await expect.poll(() => paintReduced.mock.lastCall?.[0].backdrop).toMatchObject({ color: '#ff8000' })
  const [painted] = paintReduced.mock.lastCall!
  expect(painted.crop).toMatchObject({ width: 2 })
  expect(painted.order.map((id) => painted.layers[id]!.kind).toSorted()).toEqual(['background', 'object', 'subject'])
  expect(painted.order).toContain(erased)
  const count = paintReduced.mock.calls.length
  await page.getByRole('button', { name: 'Vivid' }).click()
  await expect.poll(() => tune().image.saturation).toBe(135)
  expect(paintReduced, 'the enhancements are not painted').toHaveBeenCalledTimes(count)
})

it('the panel shows a hint when both switches are off', async () => {
  await toggle('Apply to foreground').click()
  await toggle('Apply to background').click()
  await expect.element(page.getByRole('note')).toBeVisible()
  await expect.element(slider('Contrast')).toBeDisabled()
})

it('resetting one enhancement or all enhancements is one step', async () => {
  await type('Contrast', '150')
  await type('Fade', '20')
  await page.getByText('Contrast', { exact: true }).dblClick()
  expect([tune().foreground.contrast, tune().foreground.fade]).toEqual([100, 20])
  await page.getByRole('button', { name: 'Reset all' }).click()
  expect(tune().background.fade).toBe(0)
  await expect.element(page.getByRole('button', { name: 'Reset all' })).toBeDisabled()
  session.history.undo()
  expect(tune().background.fade).toBe(20)
})

it('holding the compare button shows the original photo', async () => {
  await type('Blur', '5')
  const before = snapshotOf(session)
  const button = (await page.getByRole('button', { name: 'Hold to compare' }).findElement()) as HTMLButtonElement
  button.focus()
  await userEvent.keyboard('{Enter>}')
  expect(previewDocument(session).tune.image.blur).toBe(0)
  await userEvent.keyboard('{/Enter}')
  expect(previewDocument(session)).toBe(before)
  const rect = button.getBoundingClientRect()
  const at = { bubbles: true, pointerId: 1, clientX: rect.x + 5, clientY: rect.y + 5 }
  button.setPointerCapture = () => {}
  button.dispatchEvent(new PointerEvent('pointerdown', at))
  expect(previewDocument(session).tune.image.blur).toBe(0)
  button.dispatchEvent(new PointerEvent('pointerup', at))
  expect(previewDocument(session)).toBe(before)
})

describe('the Tune panel on a phone', () => {
  beforeEach(async () => {
    await page.viewport(...PHONE)
    // waits until React has rendered the narrow panel
    await expect.element(page.getByRole('radio').first()).toBeVisible()
  })

  const names = () => Object.values(tuneFields).map(({ label }) => label)
  const chip = (name: string) => page.getByRole('radio', { name, exact: true })
  /** Returns the labels of the visible sliders. */
  const seen = () =>
    page
      .getByRole('slider')
      .elements()
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect()
        return left >= 0 && right <= innerWidth
      })
      .map((element) => document.getElementById(element.getAttribute('aria-labelledby')!)?.textContent)

  it('on a phone, the Tune panel shows one enhancement', async () => {
    await expect.poll(seen).toHaveLength(1)
    expect(page.getByRole('slider').elements()).toHaveLength(names().length)
    const [first] = seen()
    await expect.element(page.getByRole('spinbutton', { name: first!, exact: true })).toBeInViewport()
  })

  it('on a phone, focusing a field shows its enhancement', async () => {
    ;(field('Fade').element() as HTMLElement).focus()
    await expect.poll(seen).toEqual(['Fade'])
    await expect.element(chip('Fade')).toBeChecked()
  })

  it('pressing the chip of an enhancement shows that enhancement', async () => {
    for (const name of names()) {
      ;(chip(name).element() as HTMLElement).click()
      await expect.poll(seen).toEqual([name])
      await expect.element(chip(name)).toBeInViewport()
    }
  })

  it('a swipe shows the next enhancement, even in right-to-left layouts', async () => {
    for (const direction of ['ltr', 'rtl']) {
      document.documentElement.dir = direction
      await chip('Contrast').click()
      await expect.poll(seen).toEqual(['Contrast'])
      const slides = slider('Contrast').element().closest<HTMLElement>('[class*=slides]')!
      slides.scrollBy({ left: (direction === 'ltr' ? 1 : -1) * slides.clientWidth })
      await expect.poll(seen).not.toContain('Contrast')
      const isAtRest = () => {
        const [only, ...others] = seen()
        return (
          others.length === 0 &&
          chip(only ?? '')
            .query()
            ?.getAttribute('aria-checked') === 'true'
        )
      }
      await expect.poll(isAtRest).toBe(true)
    }
    document.documentElement.dir = ''
  })

  it('the chips of changed enhancements are marked', async () => {
    await type('Contrast', '150')
    await expect.element(chip('Contrast')).toHaveAttribute('data-changed')
    await expect.element(chip('Fade')).not.toHaveAttribute('data-changed')
  })
})
