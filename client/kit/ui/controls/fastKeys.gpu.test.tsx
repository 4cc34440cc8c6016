/** Tests of keys on lists and groups, including keys pressed while the page is busy. */
import { Direction } from 'radix-ui'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../../../tests/helpers/render.ts'
import { Segmented } from './Segmented.tsx'
import { Select } from './Select.tsx'

const OPTIONS = ['multiply', 'screen', 'overlay', 'darken'].map((value) => ({ value, label: value }))

/** Sends the keys without a pause, each to the element that has the focus at that moment. */
function pressAtOnce(...keys: string[]) {
  for (const key of keys)
    for (const type of ['keydown', 'keyup'])
      document.activeElement?.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, cancelable: true }))
}

function BlendModes() {
  const [value, setValue] = useState('screen')
  return <Select label="Blend mode" value={value} options={OPTIONS} onChange={setValue} />
}

const blendMode = () => page.getByRole('combobox', { name: 'Blend mode' })

it.each([
  [['ArrowDown', 'Enter'], 'overlay'],
  [['ArrowUp', 'ArrowUp', 'Enter'], 'multiply'],
  [['End', 'ArrowDown', 'ArrowUp', 'Enter'], 'overlay'],
  [['Home', 'Enter'], 'multiply'],
])('in an open list, the keys %j select %s', async (keys, chosen) => {
  render(<BlendModes />)
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('option', { name: 'screen' })).toHaveFocus()
  pressAtOnce(...keys)
  await expect.element(blendMode()).toHaveTextContent(chosen)
})

it.each<['ltr' | 'rtl', string[], string]>([
  ['ltr', ['ArrowRight', 'ArrowRight'], 'overlay'],
  ['ltr', ['ArrowLeft', 'ArrowUp'], 'overlay'],
  ['rtl', ['ArrowLeft', 'ArrowDown'], 'overlay'],
  ['ltr', ['End', 'ArrowDown', 'ArrowDown', 'Home', 'PageDown'], 'darken'],
])('in a horizontal group (%s), the keys %j select %s', async (dir, keys, reached) => {
  render(
    <Direction.Provider dir={dir}>
      <Segmented<string> label="Blend mode" value="multiply" options={OPTIONS} onChange={() => {}} />
    </Direction.Provider>,
  )
  await userEvent.tab()
  await expect.element(page.getByRole('radio', { name: 'multiply' })).toHaveFocus()
  pressAtOnce(...keys)
  expect(document.activeElement?.textContent).toBe(reached)
})
