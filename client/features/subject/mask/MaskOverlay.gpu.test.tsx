/** Tests the overlays for a part that is being erased and for a previewed suggestion. */
import { expect, it } from 'vitest'
import { WorkspaceContext } from '#client/editor/workspace/WorkspaceContext.tsx'
import type { Workspace } from '#client/editor/workspace/workspace.ts'
import { createViewport } from '#client/render/compositor/viewport.ts'
import { render } from '../../../../tests/helpers/render.ts'
import { separatedSession } from '../../../../tests/helpers/session.ts'
import { type SubjectToolState, subjectState } from '../subjectState.ts'
import { MaskOverlay } from './MaskOverlay.tsx'

/** Mounts the overlays for the given state of the subject's tools. No panel is open. */
function mount(state: Partial<SubjectToolState>) {
  const workspace = { session: separatedSession(), viewport: createViewport() }
  Object.assign(subjectState(workspace.session), state)
  return render(
    <WorkspaceContext value={workspace as unknown as Workspace}>
      <MaskOverlay />
    </WorkspaceContext>,
  )
}

it("a pulsing ring of at least 28 px marks an erased part until the part's mask is known", () => {
  const marker = mount({
    erasing: [{ id: '1', at: { x: 200, y: 150 }, estimate: null, mask: null, isFilled: false }],
  }).firstElementChild
  expect(marker?.getBoundingClientRect().width).toBeGreaterThanOrEqual(28)
  expect(marker?.getAnimations({ subtree: true })).toHaveLength(1)
})

it('a suggested mask is previewed on the photo while no panel is open', () => {
  const preview = { width: 1, height: 1, coverage: Uint8Array.of(255), adds: true }
  expect(mount({ preview }).querySelectorAll('canvas')).toHaveLength(1)
})
