import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { render } from '../../../../tests/helpers/render.ts'
import type { Hex } from '../../values/fields.ts'
import { ColorField } from './ColorField.tsx'
import { type ColorTools, ColorToolsContext } from './PickColorButton.tsx'

const noop = () => {}

beforeEach(() => localStorage.removeItem('midground.recent-colors'))

function mount(tools: ColorTools | null = null) {
  const log: string[] = []
  function Kept() {
    const [value, setValue] = useState<Hex>('#4A90E2')
    const set = (kind: string) => (next: Hex) => {
      log.push(`${kind} ${next}`)
      setValue(next)
    }
    return (
      <ColorField
        label="Color"
        value={value}
        initial="#ffffff"
        onStart={() => log.push('start')}
        onChange={set('change')}
        onCommit={() => log.push('commit')}
        onCancel={() => log.push('cancel')}
        onSet={set('set')}
      />
    )
  }
  render(
    <ColorToolsContext value={tools}>
      <Kept />
    </ColorToolsContext>,
  )
  return { log, hex: page.getByRole('textbox', { name: 'Color' }) }
}

/** Types a new value into the hex field. */
async function type(hex: Locator, keys: string) {
  await hex.click()
  await userEvent.keyboard(`{Control>}a{/Control}${keys}`)
}

it.each([
  ['#12345', []],
  ['#123456', ['set #123456']],
  ['12ab34{Enter}', ['set #12ab34']],
  ['#ABC', []],
  ['#ABC{Enter}', ['set #ABC']],
  ['ABC{Enter}', ['set #ABC']],
  ['#DEF{Tab}', ['set #DEF']],
  ['#ABC{Escape}{Tab}', []],
])('typing %s into the color field applies only complete colors', async (keys, calls) => {
  const { log, hex } = mount()
  await type(hex, keys)
  expect(log).toEqual(calls)
})

it('typing or pasting three hex digits applies the color without Enter', async () => {
  const { log, hex } = mount()
  await hex.fill('#0f0')
  expect(log).toEqual(['set #0f0'])
})

it.each(['#ABCD', '#12345', 'ABCG', '#AB', '##ABC', 'zzzzzzz'])(
  'leaving the color field reverts the invalid color %s',
  async (typed) => {
    const { log, hex } = mount()
    await type(hex, `${typed}{Tab}`)
    await expect.element(hex).toHaveValue('#4A90E2')
    expect(log).toEqual([])
  },
)

it('a typed Display P3 color is clipped to sRGB', async () => {
  const { log, hex } = mount()
  await hex.fill('color(display-p3 1 0 0)')
  await expect.element(hex).not.toHaveAttribute('aria-invalid', 'true')
  await userEvent.tab()
  await expect.element(hex).toHaveValue('#FF0000')
  expect(log).toEqual(['set #ff0000'])
})

it('no preset is pressed if the field has no color', async () => {
  const on = { onStart: noop, onChange: noop, onCommit: noop, onCancel: noop, onSet: noop }
  render(<ColorField label="Background" value={null} {...on} />)
  await expect.element(page.getByRole('textbox', { name: 'Background' })).toHaveValue('')
  expect(page.getByRole('button', { pressed: true }).elements()).toEqual([])
})

it('the color field accepts at most 7 characters', async () => {
  const { hex } = mount()
  await type(hex, 'zzzzzzzzzz')
  await expect.element(hex).toHaveValue('zzzzzzz')
})

it("a click on a preset chip applies the chip's color", async () => {
  const { log } = mount()
  const chip = page.getByRole('button', { name: 'Crimson #D0021B' })
  await chip.click()
  expect(log).toEqual(['set #D0021B'])
  await expect.element(chip).toHaveAttribute('aria-pressed', 'true')
})

it('all changes made in an open system color picker are one gesture', async () => {
  const { log, hex } = mount()
  await expect.element(hex).toBeVisible()
  const input = document.querySelector<HTMLInputElement>('input[type=color]')!
  for (const value of ['#111111', '#222222']) {
    input.value = value
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  input.dispatchEvent(new Event('change', { bubbles: true }))
  expect(log).toEqual(['start', 'change #111111', 'change #222222', 'commit'])
})

it("clicking one of the photo's colors applies that color", async () => {
  const { log } = mount({ subject: ['#aa5511'], background: ['#336699'], pick: () => noop })
  await page.getByRole('button', { name: 'Subject color #aa5511' }).click()
  await page.getByRole('button', { name: 'Photo background color #336699' }).click()
  expect(log).toEqual(['set #aa5511', 'set #336699'])
})

it('a typed color becomes a recent color unless it is a preset', async () => {
  const { hex } = mount()
  await hex.fill('#FF0000')
  await hex.fill('#13579b')
  const recent = page.getByRole('group', { name: 'Recent colors' })
  await expect.element(recent.getByRole('button')).toHaveAccessibleName('Recent color #13579b')
})

it('pressing the eyedropper button again stops the eyedropper', async () => {
  const pick = vi.fn<ColorTools['pick']>((_, onEnd) => onEnd)
  const { log } = mount({ subject: [], background: [], pick })
  const button = page.getByRole('button', { name: 'Color: pick a color from the photo' })
  await button.click()
  await expect.element(button).toHaveAttribute('aria-pressed', 'true')
  const [onPick, onEnd] = pick.mock.lastCall!
  onPick('#445566')
  onEnd()
  await expect.element(button).toHaveAttribute('aria-pressed', 'false')
  expect(log).toEqual(['set #445566'])
  await button.click()
  await button.click()
  await expect.element(button).toHaveAttribute('aria-pressed', 'false')
  expect(pick).toHaveBeenCalledTimes(2)
})
