import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { loadFont } from '#client/kit/fonts/load.ts'
import type { TextLayer } from '#client/layers/text/schema.ts'
import { SessionContext } from '#client/model/session/session.ts'
import { select } from '#client/model/session/ui/selection.ts'
import { render } from '../../../tests/helpers/render.ts'
import { sceneOf } from '../../../tests/helpers/scene.ts'
import WeaveSection from './WeaveSection.tsx'

it('the Weave section shows which letters of the selected text are in front', async () => {
  await loadFont('Inter', 700)
  const texts = [{ text: 'new', fontSize: 90, placement: 'background' as const }]
  const { session } = await sceneOf({ size: { width: 240, height: 160 }, texts })
  const layer = Object.values(session.doc.layers).find(({ kind }) => kind === 'text') as TextLayer
  select(session.ui, layer.id)
  render(
    <SessionContext value={session}>
      <WeaveSection />
    </SessionContext>,
  )
  await page.getByRole('button', { name: 'Letters in front', exact: true }).click()
  const letter = (name: string) => page.getByRole('button', { name: `Letter ${name} in front` })
  await expect.element(letter('n')).toHaveAttribute('aria-pressed', 'false')
  select(session.ui)
  select(session.ui, layer.id)
  session.history.transact('Type', () => Object.assign(layer, { text: 'HHHH' }))
  await expect.element(page.getByRole('group').getByRole('button').nth(3)).toHaveTextContent('H')
  await page.getByRole('button', { name: 'Weave', exact: true }).click()
  await expect.element(page.getByRole('button', { name: 'Move letters behind subject' })).toBeVisible()
  const pressed = page.getByRole('group').getByRole('button', { pressed: true })
  await expect.poll(() => pressed.elements().length).toBe(2)
})
