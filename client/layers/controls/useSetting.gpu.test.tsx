import { useState } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { number } from '#client/kit/base/fields.ts'
import { pointer, slideTo } from '../../../tests/helpers/drag.ts'
import { render } from '../../../tests/helpers/render.ts'
import { SettingSlider } from './SettingSlider.tsx'

const field = number('Hardness', { default: 50, min: 0, max: 100, unit: 'percent' })

function Kept() {
  const [value, setValue] = useState(30)
  return <SettingSlider field={field} value={value} onChange={setValue} />
}

async function mount() {
  render(<Kept />)
  const slider = page.getByRole('slider', { name: 'Hardness' })
  await expect.element(slider).toHaveValue('30')
  return { slider, input: slider.element() as HTMLInputElement }
}

it('writes the value during a drag', async () => {
  const { slider, input } = await mount()
  pointer('pointerdown', input)
  slideTo(input, 60)
  await expect.element(slider).toHaveValue('60')
  slideTo(input, 70)
  pointer('pointerup', window)
  await expect.element(slider).toHaveValue('70')
})

it('restores the value when a drag is cancelled', async () => {
  const { slider, input } = await mount()
  pointer('pointerdown', input)
  slideTo(input, 60)
  await expect.element(slider).toHaveValue('60')
  await userEvent.keyboard('{Escape}')
  pointer('pointerup', window)
  await expect.element(slider).toHaveValue('30')
})
