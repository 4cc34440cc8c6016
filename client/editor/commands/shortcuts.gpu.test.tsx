import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { features } from '#client/features/registry.ts'
import { Swatch } from '#client/kit/ui/controls/Swatch.tsx'
import type { AssetId } from '#client/kit/values/ids.ts'
import { FieldSlider } from '#client/layers/controls/fieldControls.tsx'
import { newLayer } from '#client/layers/registry.ts'
import { shapeFields } from '#client/layers/shape/schema.ts'
import { SessionContext, snapshotOf } from '#client/model/session/session.ts'
import { render } from '../../../tests/helpers/render.ts'
import { quietSession } from '../../../tests/helpers/session.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { bindShortcuts } from './shortcuts.ts'
import { commandContext } from './testing.ts'

const session = quietSession()
const tools = { isGesturing: false, up() {}, cancel() {}, key: () => false }
let unbind: () => void
let opacity: () => number
const save = vi.fn()

beforeEach(() => {
  let id = '' as ReturnType<typeof newLayer>
  session.history.restart(() => {
    id = newLayer(session.doc, 'shape')
    session.doc.photo = { asset: 'p' as AssetId, name: 'p.jpg', hasAlpha: false, width: 100, height: 100 }
  })
  opacity = () => (snapshotOf(session).layers[id] as unknown as { opacity: number }).opacity
  const record = session.doc.layers[id] as unknown as { opacity: number }
  render(
    <SessionContext value={session}>
      <FieldSlider path={id} record={record} name="opacity" field={shapeFields.opacity} />
    </SessionContext>,
  )
  const workspace = { session, tools, exports: { save }, projects: { saveFile: save } } as unknown as Workspace
  unbind = bindShortcuts(commandContext(features, workspace, save), () => {})
})
afterEach(() => unbind())

it('the undo shortcut works in a number field after the typed text is committed', async () => {
  const field = page.getByRole('spinbutton')
  await field.fill('40')
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(opacity(), 'nothing is committed yet').toBe(100)
  await field.fill('40')
  await userEvent.keyboard('{Enter}')
  expect(opacity()).toBe(40)
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(opacity()).toBe(100)
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  expect(opacity()).toBe(40)
})

it.each(['s', 'e', 'o'])('Ctrl+%s in a field runs its command after the typed text is committed', async (key) => {
  const field = page.getByRole('spinbutton')
  await field.fill('40')
  save.mockReset().mockImplementation(() => opacity())
  const pressed = vi.fn((event: KeyboardEvent) => event.key === key && event.defaultPrevented)
  addEventListener('keydown', pressed)
  await userEvent.keyboard(`{Control>}${key}{/Control}`)
  removeEventListener('keydown', pressed)
  expect(save.mock.results).toEqual([{ type: 'return', value: 40 }])
  expect(pressed).toHaveLastReturnedWith(true)
  await expect.element(field).toHaveFocus()
})

it('the undo shortcut works while a color swatch has the focus', async () => {
  const field = page.getByRole('spinbutton')
  await field.fill('40')
  await userEvent.keyboard('{Enter}')
  expect(opacity()).toBe(40)
  const noop = () => {}
  render(<Swatch label="Color" value="#ff0000" onStart={noop} onChange={noop} onCommit={noop} />)
  const swatch = page.getByLabelText('Color')
  ;(swatch.element() as HTMLElement).focus()
  await expect.element(swatch).toHaveFocus()
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(opacity()).toBe(100)
})

it("Tab after a panel's shortcut focuses the panel's first control once", async () => {
  render(
    <>
      <div id="tool-panel">
        <button type="button">Close</button>
      </div>
      <button type="button">Canvas</button>
      <button type="button">Zoom</button>
    </>,
  )
  const [close, canvas, zoom] = ['Close', 'Canvas', 'Zoom'].map((name) => page.getByRole('button', { name }))
  const focusCanvas = () => (canvas!.element() as HTMLElement).focus()
  session.ui.panel = null
  focusCanvas()
  await userEvent.keyboard('t')
  expect(session.ui.panel).toBe('text')
  await expect.element(canvas!).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(close!).toHaveFocus()
  focusCanvas()
  await userEvent.keyboard('{Tab}')
  await expect.element(zoom!).toHaveFocus()
  session.ui.panel = null
})

it('typing after a click next to the text field continues the text', async () => {
  render(
    <div id="tool-panel">
      <textarea aria-label="Text content" defaultValue="SUN" />
      <p>beside</p>
    </div>,
  )
  const words = page.getByRole('textbox', { name: 'Text content' })
  await words.click()
  await userEvent.keyboard('{End}')
  await page.getByText('beside').click()
  expect(document.activeElement).toBe(document.body)
  await userEvent.keyboard('day')
  await expect.element(words).toHaveValue('SUNday')
})
