import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { addLayer } from '#client/layers/actions.ts'
import { addText } from '#client/layers/text/addText.ts'
import type { TextLayer } from '#client/layers/text/schema.ts'
import { fontSizeOf } from '#client/layers/text/textSize.ts'
import { SessionContext } from '#client/model/session/session.ts'
import { render } from '../../../tests/helpers/render.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import BarFields from './BarFields.tsx'

it("each button of the canvas bar shows a field's name before the field's value", async () => {
  const session = separatedSession()
  const shape = addLayer(session, 'shape')!
  render(
    <SessionContext value={session}>
      <BarFields layer={shape} count={3} onToggle={() => {}} />
    </SessionContext>,
  )
  const opacity = page.getByRole('button', { name: /^Opacity/ })
  await expect.poll(() => opacity.element().textContent).toBe('Opacity100%')
  const [name, number] = ['Opacity', '100%'].map((text) => opacity.getByText(text, { exact: true }).element())
  expect(name!.getBoundingClientRect().right).toBeLessThanOrEqual(number!.getBoundingClientRect().left)
})

it('the canvas bar shows the font size that a text box actually paints', async () => {
  const session = separatedSession()
  const text = addText(session)!
  render(
    <SessionContext value={session}>
      <BarFields layer={text} count={3} onToggle={() => {}} />
    </SessionContext>,
  )
  const painted = Math.round(fontSizeOf(session.doc.layers[text] as TextLayer))
  expect(painted).toBeLessThan(300)
  await expect.element(page.getByRole('button', { name: `Size: ${painted}` })).toBeVisible()
})

it('next to a panel on a tablet, the canvas bar shows icons without values', async () => {
  const session = separatedSession()
  const text = addLayer(session, 'text')!
  render(
    <SessionContext value={session}>
      <div style={{ container: 'stage / inline-size', width: 440 }}>
        <BarFields layer={text} count={3} onToggle={() => {}} />
      </div>
    </SessionContext>,
  )
  const buttons = () => page.getByRole('button').elements() as HTMLElement[]
  await expect.poll(() => buttons().map(({ ariaLabel }) => ariaLabel?.split(':')[0])).toEqual(['Color', 'Size'])
  expect(buttons().map(({ innerText }) => innerText)).toEqual(['', ''])
})
