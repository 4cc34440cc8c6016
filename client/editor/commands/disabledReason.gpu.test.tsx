import { Profiler } from 'react'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { features } from '#client/features/registry.ts'
import { SessionContext } from '#client/model/session/session.ts'
import { render } from '../../../tests/helpers/render.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { NamedCommand } from '../canvas/NamedCommand.tsx'
import { CommandsOn, useDisabledReason } from './CommandButton.tsx'
import { commandContext } from './testing.ts'

const addText = features.commands.of('add-text')

function Reason() {
  return <p>{useDisabledReason(addText) ?? 'enabled'}</p>
}

it('a button of the canvas bar whose command is disabled is dimmed, and a click shows the reason', async () => {
  const toast = vi.fn()
  const session = separatedSession({ toast })
  render(
    <SessionContext value={session}>
      <CommandsOn value={commandContext(features, { session })}>
        <NamedCommand id="weave" />
      </CommandsOn>
    </SessionContext>,
  )
  const button = page.getByRole('button', { name: 'Weave' })
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  await button.click({ force: true })
  expect(toast).toHaveBeenCalledWith({ title: 'Select text behind the subject.' })
})

/** Renders the reason why Add Text is disabled. `renders` returns how often. */
function show() {
  const session = separatedSession()
  let renders = 0
  render(
    <SessionContext value={session}>
      <CommandsOn value={commandContext(features, { session })}>
        <Profiler id="reason" onRender={() => renders++}>
          <Reason />
        </Profiler>
      </CommandsOn>
    </SessionContext>,
  )
  return { session, renders: () => renders }
}

it('useDisabledReason returns the new reason after a change to the interface state or the document', async () => {
  const { session } = show()
  await expect.element(page.getByText('enabled')).toBeVisible()
  session.ui.busy = 'processing'
  await expect.element(page.getByText('Wait until the photo is ready.')).toBeVisible()
  session.ui.busy = null
  session.history.transact('Remove background', () => {
    session.doc.backdrop = { type: 'transparent' }
  })
  await expect.element(page.getByText(/^The background is removed/)).toBeVisible()
})

it("useDisabledReason doesn't rerender a component if the reason stays the same", async () => {
  const { session, renders } = show()
  const before = renders()
  session.history.transact('Tune', () => {
    session.doc.tune.foreground.exposure = 20
  })
  session.ui.panel = 'text'
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(renders()).toBe(before)
})
