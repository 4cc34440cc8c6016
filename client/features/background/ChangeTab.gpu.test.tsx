import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { WorkspaceContext } from '#client/editor/workspace/WorkspaceContext.tsx'
import type { Workspace } from '#client/editor/workspace/workspace.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { canvasSize, colorBackdrop, imageBackdrop } from '#client/model/document/backdrop.ts'
import { cropOf } from '#client/model/document/crop.ts'
import { layerOfKind } from '#client/model/document/document.ts'
import { type Session, SessionContext } from '#client/model/session/session.ts'
import type { SubjectLayer } from '#client/render/objects/subjectFields.ts'
import { render } from '../../../tests/helpers/render.ts'
import { separatedPhoto, separatedSession } from '../../../tests/helpers/session.ts'
import { FLOORS, setGradient } from './backgroundPresets.ts'
import ChangeTab from './ChangeTab.tsx'

function mount(session: Session): void {
  render(
    <WorkspaceContext value={{ session } as unknown as Workspace}>
      <SessionContext value={session}>
        <ChangeTab />
      </SessionContext>
    </WorkspaceContext>,
  )
}

it("a studio floor's settings are in order, and the section Floor contains the floor's color", async () => {
  const session = separatedSession()
  setGradient(session, FLOORS[1]!)
  mount(session)
  const labels = () =>
    page
      .getByRole('switch')
      .or(page.getByRole('textbox', { name: / color$/ }))
      .elements()
      .map((element) => element.ariaLabel ?? (element as HTMLInputElement).labels![0]!.textContent)
  expect(labels()).toEqual(['Background color', 'Gradient', 'Floor', 'Ground shadow'])
  await page.getByRole('button', { name: 'Floor', exact: true }).click()
  expect(labels()).toEqual(['Background color', 'Gradient', 'Floor', 'Floor color', 'Ground shadow'])
})

it('a color replaces a floor and keeps its ground shadow, and keeps a gradient whose settings are open', async () => {
  const session = separatedPhoto(40)
  mount(session)
  const subject = layerOfKind(session.doc, 'subject') as SubjectLayer
  const shadow = () => subject.shadow
  const white = page.getByRole('button', { name: 'White #FFFFFF' })
  await page.getByRole('button', { name: 'White floor' }).click()
  await expect.element(white).toHaveAttribute('aria-pressed', 'false')
  const before = { ...shadow() }
  await white.click()
  const plain = { type: 'color', color: '#FFFFFF', opacity: 100, hadFloor: true }
  expect(session.doc.backdrop).toEqual(plain)
  expect(shadow()).toEqual(before)
  expect(before).toMatchObject({ enabled: true, type: 'ground' })
  await expect.element(white).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('switch', { name: 'Gradient' }).click()
  await page.getByRole('button', { name: 'Black #000000' }).first().click()
  expect(session.doc.backdrop).toMatchObject({ color: '#000000', gradient: { color: '#4a90e2' } })
  await page.getByRole('button', { name: 'Gradient', exact: true }).click()
  await white.first().click()
  expect(session.doc.backdrop).toEqual(plain)
})

it('a plain color offers the ground shadow', async () => {
  const session = separatedSession()
  session.history.transact('Color', () => {
    session.doc.backdrop = colorBackdrop({ color: '#ffffff' })
  })
  mount(session)
  await page.getByRole('switch', { name: 'Ground shadow' }).click()
  expect(layerOfKind(session.doc, 'subject')).toMatchObject({ shadow: { enabled: true, type: 'ground' } })
})

it('turning a floor on and off keeps the ground shadow of a plain color', async () => {
  const session = separatedPhoto(100) // the photo cuts off the subject
  session.history.transact('Color', () => {
    session.doc.backdrop = colorBackdrop({ color: '#ffffff' })
  })
  mount(session)
  const hint = page.getByText(/a ground shadow won’t look realistic/)
  const floor = page.getByRole('switch', { name: 'Floor' })
  await expect.element(floor).toBeVisible()
  expect(hint.elements(), 'no hint without the shadow').toHaveLength(0)
  await page.getByRole('switch', { name: 'Ground shadow' }).click()
  await expect.element(hint).toBeVisible()
  await floor.click()
  await floor.click()
  expect(session.doc.backdrop).not.toHaveProperty('floor')
  expect(layerOfKind(session.doc, 'subject')).toMatchObject({ shadow: { enabled: true, type: 'ground' } })
})

it('a background image smaller than the photo can get the photo’s size', async () => {
  const session = separatedSession() // the photo is 1000 × 500 px
  session.history.transact('Image', () => {
    session.doc.backdrop = imageBackdrop({ asset: 'b' as AssetId, hasAlpha: false, width: 400, height: 300 })
  })
  mount(session)
  const warning = page.getByText('Your download will be smaller than your photo: 400 × 300 px.')
  await expect.element(warning).toBeVisible()
  await page.getByRole('button', { name: 'Keep photo size' }).click()
  expect(canvasSize(session.doc)).toEqual({ width: 1000, height: 500 })
  await expect.element(warning).not.toBeInTheDocument()
  await page.getByRole('switch', { name: 'Ground shadow' }).click()
  expect(layerOfKind(session.doc, 'subject')).toMatchObject({ shadow: { enabled: true, type: 'ground' } })
})

it("a crop over a large background image isn't described as smaller than the photo", async () => {
  const session = separatedSession() // the photo is 1000 × 500 px
  session.history.transact('Image and crop', () => {
    session.doc.backdrop = imageBackdrop({ asset: 'b' as AssetId, hasAlpha: false, width: 1600, height: 1000 })
    session.doc.crop = { ...cropOf(session.doc), width: 300, height: 300, format: '1:1' }
  })
  mount(session)
  await expect.element(page.getByRole('switch', { name: 'Ground shadow' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Keep photo size' })).not.toBeInTheDocument()
})

it("the side that the user has opened doesn't stay open for another photo", async () => {
  const session = separatedSession()
  mount(session)
  const image = page.getByRole('radio', { name: 'Image' })
  await image.click()
  await expect.element(image).toBeChecked()
  session.history.restart(() => {
    session.doc.photo = { ...session.doc.photo!, asset: 'another' as AssetId }
  })
  await expect.element(page.getByRole('radio', { name: 'Colour' })).toBeChecked()
})

it.each([
  ['the photo cuts off', true, 100],
  ['stands in the photo', false, 40],
])('the ground shadow of a subject that %s has a hint: %s', async (_, isHinted, offset) => {
  const session = separatedPhoto(offset)
  setGradient(session, FLOORS[0]!)
  mount(session)
  await expect.element(page.getByRole('switch', { name: 'Ground shadow' })).toBeVisible()
  const hint = page.getByText('The photo’s lower edge cuts off the subject, so a ground shadow won’t look realistic.')
  expect(hint.elements()).toHaveLength(isHinted ? 1 : 0)
})
