import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { addLayer } from '#client/layers/actions.ts'
import { SessionContext } from '#client/model/session/session.ts'
import { render } from '../../../tests/helpers/render.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import type { LayerValues } from '../registry.ts'
import { LayerCards } from './LayerCard.tsx'

/** Mounts the card of a new layer, which is selected. */
function mount(kind: 'text' | 'object', values: LayerValues, isHidden = false) {
  const session = separatedSession()
  const id = addLayer(session, kind, values)
  const layer = id && session.doc.layers[id]
  if (!layer) throw new Error('no layer was added')
  if (isHidden) session.history.transact('Hide', () => Object.assign(layer, { isHidden }))
  const place = render(
    <SessionContext value={session}>
      <LayerCards ids={[id]} glyph={() => null} panel={() => <p>the controls</p>} />
    </SessionContext>,
  )
  return { session, id, place }
}

it('the card of a selected layer shows a placeholder until its controls render', async () => {
  const { place } = mount('text', {})
  const height = () => place.querySelector('section')?.getBoundingClientRect().height
  expect(height()).toBeGreaterThan(300)
  await expect.element(page.getByText('the controls')).toBeVisible()
  expect(height()).toBeLessThan(300)
})

it('the card of an erased object offers to restore the object', async () => {
  const lifted = { matte: 'm', model: '', home: 'background', suggestion: -1, choices: [], box: {} }
  const { session, id } = mount('object', { lifted } as LayerValues, true)
  await expect.element(page.getByText('Erased object 1')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /subject$|Duplicate/ })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Restore' }).click()
  expect(session.doc.layers[id]).toBeUndefined()
})

it("the card of a selected layer doesn't repeat the actions of the canvas bar", async () => {
  const { session } = mount('text', {})
  await expect.element(page.getByText('the controls')).toBeVisible()
  const actions = page.getByRole('button', { name: /subject$|^Duplicate$|^Delete$/ })
  expect(actions.elements()).toHaveLength(0)
  session.ui.selection = []
  await expect.poll(() => actions.elements()).toHaveLength(3)
})
