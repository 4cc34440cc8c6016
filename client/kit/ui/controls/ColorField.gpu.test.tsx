import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { render } from '../../../../tests/helpers/render.ts'
import type { Hex } from '../../base/fields.ts'
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
        label="Colour"
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
  return { log, hex: page.getByRole('textbox', { name: 'Colour' }) }
}

it('the field applies a typed colour only when it is complete', async () => {
  const { log, hex } = mount()
  await type(hex, '#12345')
  await expect.element(hex).toHaveValue('#12345')
  expect(log).toEqual([])
  await userEvent.keyboard('6')
  expect(log).toEqual(['set #123456'])
})

/** Replaces the text of the hex field by typing. */
async function type(hex: Locator, keys: string) {
  await hex.click()
  await userEvent.keyboard(`{Control>}a{/Control}${keys}`)
}

it.each(['#ABCD', '#12345', 'ABCG', '#AB', '##ABC', 'zzzzzzz'])(
  'leaving the field reverts the invalid colour %s',
  async (typed) => {
    const { log, hex } = mount()
    await type(hex, typed)
    await userEvent.tab()
    await expect.element(hex).toHaveValue('#4A90E2')
    expect(log).toEqual([])
  },
)

it('a typed Display P3 colour is clipped to sRGB', async () => {
  const { log, hex } = mount()
  await hex.fill('color(display-p3 1 0 0)')
  await expect.element(hex).not.toHaveAttribute('aria-invalid', 'true')
  await userEvent.tab()
  await expect.element(hex).toHaveValue('#FF0000')
  expect(log).toEqual(['set #ff0000'])
})

it.each([
  ['ABC', '#ABC'],
  ['12ab34', '#12ab34'],
])('the field applies the colour %s without a hash sign', async (typed, hex) => {
  const { log, hex: field } = mount()
  await type(field, `${typed}{Enter}`)
  expect(log).toEqual([`set ${hex}`])
})

it('no preset is marked while no colour is selected', async () => {
  render(
    <ColorField
      label="Background"
      value={null}
      onStart={noop}
      onChange={noop}
      onCommit={noop}
      onCancel={noop}
      onSet={noop}
    />,
  )
  await expect.element(page.getByRole('textbox', { name: 'Background' })).toHaveValue('')
  expect(page.getByRole('button', { pressed: true }).elements()).toEqual([])
})

it('three hex digits become six on Enter, on blur and when pasted', async () => {
  const { log, hex } = mount()
  await type(hex, '#ABC')
  expect(log).toEqual([])
  await userEvent.keyboard('{Enter}')
  await type(hex, '#DEF')
  await userEvent.tab()
  await hex.fill('#0f0')
  expect(log).toEqual(['set #ABC', 'set #DEF', 'set #0f0'])
})

it('Escape discards the text typed into the colour field', async () => {
  const { log, hex } = mount()
  await type(hex, '#ABC{Escape}')
  await userEvent.tab()
  expect(log).toEqual([])
})

it('the colour field accepts at most 7 characters', async () => {
  const { hex } = mount()
  await type(hex, 'zzzzzzzzzz')
  await expect.element(hex).toHaveValue('zzzzzzz')
})

it('a click on a chip applies its colour at once', async () => {
  const { log } = mount()
  const chip = page.getByRole('button', { name: 'Crimson #D0021B' })
  await chip.click()
  expect(log).toEqual(['set #D0021B'])
  await expect.element(chip).toHaveAttribute('aria-pressed', 'true')
})

it('all changes of an open system colour picker are one gesture', async () => {
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

it('a click on a colour of the photo applies the colour', async () => {
  const { log } = mount({ subject: ['#aa5511'], background: ['#336699'], pick: () => noop })
  await page.getByRole('button', { name: 'Subject colour #aa5511' }).click()
  await page.getByRole('button', { name: 'Photo background colour #336699' }).click()
  expect(log).toEqual(['set #aa5511', 'set #336699'])
})

it('a typed colour becomes a recent colour unless it is a preset', async () => {
  const { hex } = mount()
  await hex.fill('#FF0000')
  await hex.fill('#13579b')
  const recent = page.getByRole('group', { name: 'Recent colours' })
  await expect.element(recent.getByRole('button')).toHaveAccessibleName('Recent colour #13579b')
})

it('a second press stops the eyedropper', async () => {
  let give: (color: Hex) => void = noop
  let stopped = 0
  const { log } = mount({
    subject: [],
    background: [],
    pick(onPick, onEnd) {
      give = (color) => {
        onPick(color)
        onEnd()
      }
      return () => {
        stopped++
        onEnd()
      }
    },
  })
  const button = page.getByRole('button', { name: 'Colour: pick a colour from the photo' })
  await button.click()
  await expect.element(button).toHaveAttribute('aria-pressed', 'true')
  give('#445566')
  await expect.element(button).toHaveAttribute('aria-pressed', 'false')
  expect(log).toEqual(['set #445566'])
  await button.click()
  await button.click()
  await expect.element(button).toHaveAttribute('aria-pressed', 'false')
  expect(stopped).toBe(1)
})
