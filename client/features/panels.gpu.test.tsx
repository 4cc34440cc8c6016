/** Tests that render the panel of every registered tool. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { CommandsOn } from '#client/editor/commands/CommandButton.tsx'
import { commandContext } from '#client/editor/commands/testing.ts'
import { FeaturesContext } from '#client/editor/host/Slot.tsx'
import { Panel } from '#client/editor/shell/Panel.tsx'
import { WorkspaceProvider } from '#client/editor/workspace/WorkspaceContext.tsx'
import type { Workspace } from '#client/editor/workspace/workspace.ts'
import { openEditor, photoFile } from '../../tests/helpers/openEditor.ts'
import { render } from '../../tests/helpers/render.ts'
import { features } from './registry.ts'

const PANELS = features.panels.all.map((panel) => [panel.id, panel] as const)

function show(workspace: Workspace, id: string) {
  workspace.session.ui.panel = id
  const place = render(
    <FeaturesContext value={features}>
      <WorkspaceProvider workspace={workspace}>
        <CommandsOn value={commandContext(features, workspace)}>
          <Panel panels={features.panels.all} />
        </CommandsOn>
      </WorkspaceProvider>
    </FeaturesContext>,
  )
  const shown = () => place.querySelector('[role=tabpanel]')
  /** Returns the buttons, sliders and fields of the panel, except its Close button. */
  const controls = () =>
    [...(shown()?.querySelectorAll('button, input, [role=slider]') ?? [])].filter(
      (control) => control.getAttribute('aria-label') !== 'Close',
    )
  return { shown, controls }
}

it.each(PANELS)(
  'without a photo, the panel %s shows its prompt, or its controls if the panel works without a photo',
  async (id, panel) => {
    const { workspace } = openEditor()
    const { shown, controls } = show(workspace, id)
    if (!panel.prompt) return expect.poll(() => controls().length).toBeGreaterThan(0)
    await expect.element(page.getByText(panel.prompt, { exact: true })).toBeInTheDocument()
    expect(shown()?.textContent).toContain(panel.prompt)
    expect(controls()).toEqual([])
  },
)

it.each(PANELS)('with a photo, the panel %s shows its controls', async (id, panel) => {
  const { workspace } = openEditor()
  await workspace.uploader.upload(await photoFile('cat.png'))
  const { shown, controls } = show(workspace, id)
  await expect.poll(() => controls().length).toBeGreaterThan(0)
  if (panel.prompt) expect(shown()?.textContent).not.toContain(panel.prompt)
  expect(shown()?.querySelector('[role=alert]')).toBeNull()
})
