import type { ReactNode } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { features } from '#client/features/registry.ts'
import { addLayer } from '#client/layers/actions.ts'
import { SessionContext } from '#client/model/session/session.ts'
import { render } from '../../../tests/helpers/render.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { CommandsOn } from '../commands/CommandButton.tsx'
import { commandContext } from '../commands/testing.ts'
import { holdPendingStep } from '../flows/flow.ts'
import { FeaturesContext } from '../host/Slot.tsx'
import { WorkspaceContext } from '../workspace/WorkspaceContext.tsx'
import type { Workspace } from '../workspace/workspace.ts'
import { UndoRedo } from './BarGroup.tsx'
import { TopBar } from './TopBar.tsx'

const crop = page.getByRole('button', { name: 'Crop' })
let session: ReturnType<typeof separatedSession>

function show(part: ReactNode, search = '') {
  const context = {
    ...commandContext(features, { session, tools: { up() {} } as Workspace['tools'] }),
    tabs: features.panels.tabsOf(search),
  }
  render(
    <SessionContext value={session}>
      <WorkspaceContext value={context.workspace}>
        <FeaturesContext value={features}>
          <CommandsOn value={context}>{part}</CommandsOn>
        </FeaturesContext>
      </WorkspaceContext>
    </SessionContext>,
  )
}

beforeEach(() => {
  session = separatedSession()
  addLayer(session, 'text') // `addLayer` also selects the text layer
})

it('on a narrow screen, the top bar shows Crop while a layer is selected', async () => {
  show(<UndoRedo isFloating />)
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect.element(crop).toBeVisible()
})

it('on a narrow screen, the top bar shows Crop while the crop panel is open', async () => {
  session.ui.panel = 'crop'
  show(<UndoRedo isFloating />)
  await expect.element(crop).toHaveAttribute('aria-pressed', 'true')
})

it('the Undo button is enabled during a computation that Undo cancels', async () => {
  session.history.restart(() => {})
  show(<UndoRedo />)
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect.element(undo).toHaveAttribute('aria-disabled', 'true')
  const { end } = holdPendingStep(session, () => {})
  await expect.element(undo).not.toHaveAttribute('aria-disabled')
  end()
  await expect.element(undo).toHaveAttribute('aria-disabled', 'true')
})

it("the Undo button's tooltip doesn't name a step during a computation that Undo cancels", async () => {
  show(<UndoRedo />)
  const { end } = holdPendingStep(session, () => {})
  const undo = await page.getByRole('button', { name: 'Undo' }).findElement()
  undo.focus() // opens the tooltip without a delay
  const tooltip = () => page.getByRole('tooltip').element().textContent
  await expect.poll(tooltip).toMatch(/^Undo(?!:)/)
  end()
  await expect.poll(tooltip).toMatch(/^Undo: Add Text/)
})

it('on a page with a single tool, the top bar shows the tour but no other tools', async () => {
  show(
    <>
      <TopBar proBadge={null} accountCorner={null} />
      <UndoRedo isFloating />
    </>,
    '?mode=text-only',
  )
  await expect.element(page.getByRole('button', { name: 'Tour' })).toBeInTheDocument()
  expect(crop.elements()).toEqual([])
  expect(page.getByRole('button', { name: 'Motion' }).elements()).toEqual([])
})

it('the number of downloads left has the size and color of normal text', async () => {
  show(<TopBar proBadge={null} accountCorner={null} downloadsLeft="2 downloads left" />)
  const { fontSize, color } = getComputedStyle(await page.getByText('2 downloads left').findElement())
  const normal = getComputedStyle(document.body)
  expect([fontSize, color]).toEqual([normal.fontSize, normal.color])
})
