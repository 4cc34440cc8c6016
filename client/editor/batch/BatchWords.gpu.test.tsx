/** Tests of the table of words in the batch dialog, beside the photos whose buttons change with each word. */
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Dialog } from '#client/kit/ui/overlays/Dialog.tsx'
import { render } from '../../../tests/helpers/render.ts'
import { BatchItems } from './BatchItems.tsx'
import { BatchWords } from './BatchWords.tsx'
import type { Batch } from './batch.ts'
import { idOf, made, OURS, openBatch, settled } from './testing.ts'

const FIELDS = [
  { key: 'role1', words: 'Watch\nthis', names: [] },
  { key: 'role2', words: 'New', names: [] },
]

let close: (() => Promise<void>) | null = null
afterEach(async () => close?.())

function TestDialog({ batch }: { batch: Batch }) {
  const [isOpen, setOpen] = useState(true)
  return (
    <Dialog isOpen={isOpen} title="Batch edit" onClose={() => setOpen(false)}>
      <BatchItems batch={batch} onOpen={() => {}} />
      <BatchWords batch={batch} />
    </Dialog>
  )
}

async function showBatch() {
  const opened = await made(['a.jpg', 'b.jpg'], { store: openBatch().store })
  const { batch } = opened
  close = () => batch.close()
  await batch.chooseTemplate({ ...OURS, fields: FIELDS }, null)
  await settled(opened)
  render(<TestDialog batch={batch} />)
  const textsOf = (name: string) => batch.state.items.find(({ id }) => id === idOf(opened, name))?.texts
  return { textsOf }
}

const cell = (place: string) => document.querySelector<HTMLInputElement>(`[data-cell="${place}"]`)

it.each<[string, () => Promise<void>]>([
  ['Tab', () => userEvent.keyboard('{Tab}')],
  ['a click', () => userEvent.click(cell('0,1')!)],
])('%s moves from a changed cell to the next cell, which takes the next words', async (_, move) => {
  const { textsOf } = await showBatch()
  await userEvent.click(cell('0,0')!)
  await userEvent.keyboard('One')
  await move()
  await userEvent.keyboard('Two')
  expect(document.activeElement).toHaveProperty('dataset.cell', '0,1')
  await expect.poll(() => textsOf('a.jpg')).toEqual({ role1: 'One', role2: 'Two' })
})

it('Escape closes the dialog and stores the words that were just typed', async () => {
  const { textsOf } = await showBatch()
  await userEvent.click(cell('0,0')!)
  await userEvent.keyboard('One{Escape}')
  await expect.poll(() => cell('0,0')).toBeNull()
  expect(textsOf('a.jpg')).toEqual({ role1: 'One' })
})

it('the columns have the names that the Templates panel uses', async () => {
  await showBatch()
  const heads = [...document.querySelectorAll('[scope=col]')].map(({ textContent }) => textContent)
  expect(heads).toEqual(['Photo', 'Title', 'Subtitle'])
  expect(cell('0,0')).toMatchObject({ ariaLabel: 'Title, a.jpg', placeholder: 'Watch this' })
})
