import { expect, it, vi } from 'vitest'
import { WorkspaceContext } from '#client/editor/workspace/WorkspaceContext.tsx'
import type { Workspace } from '#client/editor/workspace/workspace.ts'
import { createViewport } from '#client/render/compositor/viewport.ts'
import { separationOf } from '#client/render/matting/separation.ts'
import { render } from '../../../../tests/helpers/render.ts'
import { separatedPhoto } from '../../../../tests/helpers/session.ts'
import { SubjectFlash } from './SubjectFlash.tsx'

/** Mounts the flash over a 300 × 200 px photo. `find` sets a subject of 100 × 100 px. */
function mount() {
  const session = separatedPhoto(50)
  const found = { ...session.doc.separation! }
  session.doc.separation = null
  const workspace = { session, viewport: createViewport() } as unknown as Workspace
  const place = render(
    <WorkspaceContext value={workspace}>
      <SubjectFlash />
    </WorkspaceContext>,
  )
  const canvas = place.querySelector('canvas')!
  const find = async (separation = found) => {
    session.doc.separation = { ...separation }
    await Promise.resolve()
    await Promise.resolve()
  }
  return { session, found, find, canvas }
}

it('only the outline of a newly found subject flashes, not its interior', async () => {
  const { find, canvas } = mount()
  await find()
  expect(canvas.hidden).toBe(false)
  const alphaAt = (x: number, y: number) => canvas.getContext('2d')!.getImageData(x, y, 1, 1).data[3]
  expect(canvas.width).toBe(300)
  expect(alphaAt(49, 100), 'at the edge').toBeGreaterThan(200)
  expect(alphaAt(100, 100), 'inside').toBe(0)
  expect(alphaAt(250, 100), 'outside').toBe(0)
  await expect.poll(() => canvas.hidden, { timeout: 5000 }).toBe(true)
})

it("selecting another subject flashes the new subject's outline", async () => {
  const { session, found, find, canvas } = mount()
  await find()
  await expect.poll(() => canvas.hidden, { timeout: 5000 }).toBe(true)
  await find(separationOf(session.assets, found.matte, 'test', { start: 2, choices: [] }))
  expect(canvas.hidden).toBe(false)
})

it('a better matte of the same subject does not flash its outline', async () => {
  const { session, found, find, canvas } = mount()
  await find()
  await expect.poll(() => canvas.hidden, { timeout: 5000 }).toBe(true)
  const { width, height, coverage } = session.assets.matte(found.matte)!
  const better = session.assets.put({ kind: 'matte', width, height, coverage: coverage.slice() })
  await find(separationOf(session.assets, better, 'better'))
  expect(canvas.hidden).toBe(true)
})

it('with reduced motion, the outline of a found subject does not flash', async () => {
  const { find, canvas } = mount()
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
  await find()
  expect(canvas.hidden).toBe(true)
})
