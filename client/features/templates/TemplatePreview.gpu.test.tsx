import { proxy } from 'valtio/vanilla'
import { expect, it } from 'vitest'
import { WorkspaceContext } from '#client/editor/workspace/WorkspaceContext.tsx'
import type { Workspace } from '#client/editor/workspace/workspace.ts'
import { createViewport } from '#client/render/compositor/viewport.ts'
import { render } from '../../../tests/helpers/render.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { TemplatePreview } from './TemplatePreview.tsx'
import { templateState } from './templateState.ts'

/** Returns the data URL of a 40 × 80 px image. */
function picture() {
  const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 80 })
  return canvas.toDataURL()
}

it("the template's preview covers the photo until the applied template is painted", async () => {
  const session = separatedSession()
  const viewport = createViewport()
  viewport.set({ ...viewport.get(), canvas: { width: 400, height: 400 } })
  const templatePreviews = { previews: proxy({ poster: picture() }) }
  const workspace = { session, viewport, flow: () => templatePreviews } as unknown as Workspace
  render(
    <WorkspaceContext value={workspace}>
      <TemplatePreview />
    </WorkspaceContext>,
  )
  const image = () => document.querySelector<HTMLImageElement>('[aria-hidden] > img')
  templateState(session).applying = 'story' // the template "story" has no preview yet
  await expect.poll(() => document.querySelector('div[aria-hidden]')).not.toBeNull()
  expect(image()).toBeNull()
  templateState(session).applying = 'poster'
  await expect.poll(() => image()?.checkVisibility({ visibilityProperty: true })).toBe(true)
  const { width, height } = image()!.getBoundingClientRect()
  expect(height).toBeGreaterThan(300)
  expect(width).toBeCloseTo(height / 2, 0)
  templateState(session).applying = null
  await expect.poll(image).toBeNull()
})
