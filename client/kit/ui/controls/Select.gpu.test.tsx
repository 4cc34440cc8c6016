import { useState } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../../../tests/helpers/render.ts'
import { Select } from './Select.tsx'

const OPTIONS = [
  { value: 'multiply', label: 'Multiply' },
  { value: 'screen', label: 'Screen' },
  { value: 'overlay', label: 'Overlay' },
] as const

function Kept() {
  const [value, setValue] = useState<(typeof OPTIONS)[number]['value']>('screen')
  return <Select label="Blend mode" value={value} options={OPTIONS} onChange={setValue} />
}

const trigger = () => page.getByRole('combobox', { name: 'Blend mode' })

it('a click on a select opens its options', async () => {
  render(<Kept />)
  await expect.element(trigger()).toHaveTextContent('Screen')
  await userEvent.click(trigger())
  await expect.element(page.getByRole('option', { name: 'Screen' })).toHaveAttribute('aria-selected', 'true')
  await userEvent.click(page.getByRole('option', { name: 'Overlay' }))
  await expect.element(trigger()).toHaveTextContent('Overlay')
  await expect.poll(() => page.getByRole('option').elements()).toHaveLength(0)
})

it('a typed letter selects an option of a closed select', async () => {
  render(<Kept />)
  await expect.element(trigger()).toHaveTextContent('Screen')
  await userEvent.tab()
  await userEvent.keyboard('m')
  await expect.element(trigger()).toHaveTextContent('Multiply')
})
