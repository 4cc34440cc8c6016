/** Test of the overlay over a part that is being erased. */
import { expect, it } from 'vitest'
import { WorkspaceContext } from '#client/editor/workspace/WorkspaceContext.tsx'
import type { Workspace } from '#client/editor/workspace/workspace.ts'
import { createViewport } from '#client/render/compositor/viewport.ts'
import { render } from '../../../../tests/helpers/render.ts'
import { separatedSession } from '../../../../tests/helpers/session.ts'
import { MaskOverlay } from './MaskOverlay.tsx'

it('a pulsing ring of at least 28 px marks an erased part whose mask is unknown', () => {
  const state = { erasing: [{ id: '1', at: { x: 200, y: 150 }, estimate: null, mask: null, isFilled: false }] }
  const subjectSelector = { get: () => state, subscribe: () => () => {} }
  const workspace = { session: separatedSession(), viewport: createViewport(), flow: () => subjectSelector }
  const place = render(
    <WorkspaceContext value={workspace as unknown as Workspace}>
      <MaskOverlay />
    </WorkspaceContext>,
  )
  const marker = place.firstElementChild
  expect(marker?.getBoundingClientRect().width).toBeGreaterThanOrEqual(28)
  expect(marker?.getAnimations({ subtree: true })).toHaveLength(1)
})
