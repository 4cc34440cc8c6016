/** Tests the overlays for a part that is being erased and for a previewed suggestion. */
import { expect, it } from 'vitest'
import { WorkspaceContext } from '#client/editor/workspace/WorkspaceContext.tsx'
import type { Workspace } from '#client/editor/workspace/workspace.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { type Backdrop, colorBackdrop, imageBackdrop } from '#client/model/document/backdrop.ts'
import { createViewport } from '#client/render/compositor/viewport.ts'
import { render } from '../../../../tests/helpers/render.ts'
import { separatedSession } from '../../../../tests/helpers/session.ts'
import { startLifting } from '../modes.ts'
import { type SubjectToolState, subjectState } from '../subjectState.ts'
import { MaskOverlay } from './MaskOverlay.tsx'

const ERASING = [{ id: '1', at: { x: 200, y: 150 }, estimate: null, mask: null, isFilled: false }]
const PREVIEW = { width: 1, height: 1, coverage: Uint8Array.of(255), adds: true }

/** Mounts the overlays for the given state of the subject's tools. By default, no panel is open. */
function mount(state: Partial<SubjectToolState>, backdrop: Backdrop = { type: 'original' }, isErasing = false) {
  const feedback = { subscribe: () => () => {}, ring: null }
  const workspace = { session: separatedSession(), viewport: createViewport(), feedback }
  workspace.session.history.restart(() => {
    workspace.session.doc.backdrop = backdrop
  })
  if (isErasing) startLifting(workspace.session.ui, 'erase')
  Object.assign(subjectState(workspace.session), state)
  return render(
    <WorkspaceContext value={workspace as unknown as Workspace}>
      <MaskOverlay />
    </WorkspaceContext>,
  )
}

it("a pulsing ring of at least 28 px marks an erased part until the part's mask is known", () => {
  const marker = mount({ erasing: ERASING }).firstElementChild
  expect(marker?.getBoundingClientRect().width).toBeGreaterThanOrEqual(28)
  expect(marker?.getAnimations({ subtree: true })).toHaveLength(1)
})

it('until the background is filled, only a pulsing veil covers the object that is being erased', () => {
  const mask = { width: 1, height: 1, coverage: Uint8Array.of(255) }
  const [veil, ...others] = mount({ erasing: [{ ...ERASING[0]!, mask }] }).children
  expect(others).toEqual([])
  expect(Number(getComputedStyle(veil!).opacity)).toBeLessThanOrEqual(0.5)
  expect(veil!.getAnimations()).not.toEqual([])
})

it('over another background, an erased part is marked only in a view that shows the photo', () => {
  const markers = (isErasing: boolean) =>
    mount({ erasing: ERASING }, colorBackdrop({ color: '#ff0000' }), isErasing).childElementCount
  expect([markers(false), markers(true)]).toEqual([0, 1])
})

it('a suggested mask is not previewed on a background image of a different size', () => {
  const image = { asset: 'b' as AssetId, width: 300, height: 900, hasAlpha: false }
  const shown = (fit: string) => mount({ preview: PREVIEW }, imageBackdrop(image, { fit })).childElementCount
  expect([shown('canvas'), shown('cover')]).toEqual([0, 1])
})

it('a suggested mask is previewed on the photo while no panel is open', () => {
  expect(mount({ preview: PREVIEW }).querySelectorAll('canvas')).toHaveLength(1)
})
