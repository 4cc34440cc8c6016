import { beforeAll, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { loadFont } from '#client/kit/fonts/load.ts'
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import { type Session, SessionContext, snapshotOf } from '#client/model/session/session.ts'
import { render } from '../../../../tests/helpers/render.ts'
import { quietSession } from '../../../../tests/helpers/session.ts'
import { addLayer } from '../../actions.ts'
import { applyStyle } from '../../style.ts'
import type { TextLayer } from '../schema.ts'
import { PRESET_STYLES } from './presetStyles.ts'
import { StylesSection } from './StylesSection.tsx'
import { createSavedStyles, MAX_STYLES } from './savedStyles.ts'

let session: Session
let id: LayerId
const told: string[] = []

beforeAll(async () => {
  await loadFont('Inter', 700)
})

beforeEach(async () => {
  localStorage.removeItem('midground.text-styles')
  localStorage.setItem('midground-open-sections', '["text-styles"]')
  told.length = 0
  session = quietSession({ toast: ({ description }) => void told.push(description ?? '') })
  session.history.restart(() => {
    session.doc.photo = { asset: 'p' as AssetId, name: 'p.jpg', hasAlpha: false, width: 1000, height: 500 }
  })
  id = addLayer(session, 'text', { text: 'HELLO', fontSize: 120 })!
  session.history.restart(() => {})
  const saved = createSavedStyles(localStorage)
  render(
    <div style={{ width: 324 }}>
      <SessionContext value={session}>
        <StylesSection layer={session.doc.layers[id] as TextLayer} saved={saved} />
      </SessionContext>
    </div>,
  )
})

const text = () => snapshotOf(session).layers[id] as unknown as TextLayer
const ready = () => page.getByRole('group', { name: 'Preset styles' })
const own = () => page.getByRole('group', { name: 'Your styles' })

it('one click applies a style without changing text, font or size', async () => {
  const before = text()
  await ready().getByRole('button', { name: 'Comic' }).click()
  const look = PRESET_STYLES.find(({ name }) => name === 'Comic')!
  expect(text()).toMatchObject({ ...look.paint, text: 'HELLO', fontFamily: 'Inter', fontSize: 120 })
  expect(session.history.state.undo).toBe('Style: Comic')
  await expect.element(ready().getByRole('button', { pressed: true })).toHaveAccessibleName('Comic')
  session.history.undo()
  expect(text()).toEqual(before)
})

it("a style without 3D doesn't turn off the text's 3D effect", async () => {
  session.history.transact('3D', () => {
    ;(session.doc.layers[id] as TextLayer).threeDEffect.enabled = true
  })
  await ready().getByRole('button', { name: 'Neon' }).click()
  expect(text()).toMatchObject({ glow: { enabled: true }, threeDEffect: { enabled: true } })
  const flat = { ...structuredClone(text()), threeDEffect: { ...text().threeDEffect, enabled: false } }
  const solid = structuredClone(text())
  session.history.transact('Style', () => applyStyle(session.doc.layers[id]!, flat))
  expect(text().threeDEffect.enabled).toBe(true)
  session.history.transact('Style', () => {
    ;(session.doc.layers[id] as TextLayer).threeDEffect.enabled = false
    applyStyle(session.doc.layers[id]!, solid)
  })
  expect(text().threeDEffect.enabled).toBe(true)
})

it('every style has a different sample image', async () => {
  await expect.poll(() => new Set(samples()).size).toBe(PRESET_STYLES.length)
})

const samples = () => [...document.querySelectorAll('canvas')].map((canvas) => canvas.toDataURL())

it("the samples of the styles change with the text's font", async () => {
  await expect.poll(() => new Set(samples()).size).toBe(PRESET_STYLES.length)
  const before = samples()[0]
  await loadFont('Anton', 400)
  session.history.transact('Font', () => {
    Object.assign(session.doc.layers[id]!, { fontFamily: 'Anton', fontWeight: 400 })
  })
  await expect.poll(() => samples()[0]).not.toBe(before)
})

it('a saved style can be applied and removed in the Text panel', async () => {
  await ready().getByRole('button', { name: 'Gold' }).click()
  await page.getByRole('button', { name: 'Save style' }).click()
  const naming = page.getByRole('textbox', { name: 'Style name' })
  await expect.element(naming).toHaveFocus()
  await userEvent.keyboard('Poster{Enter}')
  await expect.element(own().getByRole('button', { name: 'Poster', exact: true })).toHaveFocus()
  await ready().getByRole('button', { name: 'Plain' }).click()
  await own().getByRole('button', { name: 'Poster', exact: true }).click()
  expect(text()).toMatchObject({ color: '#fff3b0', gradient: { enabled: true } })
  expect(session.history.state.undo).toBe('Style: Poster')

  await own().getByRole('button', { name: 'More options for Poster' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await expect.element(naming).toHaveFocus()
  await userEvent.keyboard('Other{Escape}')
  await expect.element(own().getByRole('button', { name: 'Poster', exact: true })).toBeVisible()
  await own().getByRole('button', { name: 'More options for Poster' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await expect.element(own()).not.toBeInTheDocument()
})

it('saving a style to a full list shows the maximum number of styles', async () => {
  for (let i = 0; i < MAX_STYLES; i++) createSavedStyles(localStorage).save(text())
  await page.getByRole('button', { name: 'Save style' }).click()
  expect(told).toEqual([`You’ve reached the limit of ${MAX_STYLES} styles. Remove one first.`])
})
