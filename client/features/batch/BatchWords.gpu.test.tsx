/**
 * Tests the text table in the batch dialog. The buttons of the photos next to the table change while the user types.
 */
import { useState } from 'react'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Dialog } from '#client/kit/ui/overlays/Dialog.tsx'
import { render } from '../../../tests/helpers/render.ts'
import { BatchItems } from './BatchItems.tsx'
import { BatchWords, SampleText } from './BatchWords.tsx'
import type { Batch } from './batch.ts'
import { BUILT_IN, idOf, made, openBatch, settled } from './testing.ts'

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
      <SampleText batch={batch} />
    </Dialog>
  )
}

async function showBatch() {
  const opened = await made(['a.jpg', 'b.jpg'], { store: openBatch().store })
  const { batch } = opened
  close = () => batch.close()
  await batch.chooseTemplate({ ...BUILT_IN, fields: FIELDS }, null)
  await settled(opened)
  render(<TestDialog batch={batch} />)
  const textsOf = (name: string) => batch.state.items.find(({ id }) => id === idOf(opened, name))?.texts
  return { batch, textsOf }
}

/** Selects a file in the file picker that imports a table. */
async function importTable(content: BlobPart) {
  await userEvent.upload(document.querySelector('input[accept*=csv]')!, new File([content], 'words.csv'))
}

function paste(place: string, text: string) {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData })
  cell(place)!.focus()
  cell(place)!.dispatchEvent(event)
}

const cell = (place: string) => document.querySelector<HTMLTextAreaElement>(`[data-cell="${place}"]`)

it.each<[string, () => Promise<void>]>([
  ['Tab', () => userEvent.keyboard('{Tab}')],
  ['a click', () => userEvent.click(cell('0,1')!)],
])('after a change, %s moves to the next cell, where the user can continue typing', async (_, move) => {
  const { textsOf } = await showBatch()
  await userEvent.click(cell('0,0')!)
  await userEvent.keyboard('One')
  await move()
  await userEvent.keyboard('Two')
  expect(document.activeElement).toHaveProperty('dataset.cell', '0,1')
  await expect.poll(() => textsOf('a.jpg')).toEqual({ role1: 'One', role2: 'Two' })
})

it('on a phone, a table with two columns fits in the dialog', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1280, 720))
  await showBatch()
  await expect.poll(() => cell('0,1')).not.toBeNull()
  const table = cell('0,1')!.closest('fieldset')!
  await expect.poll(() => table.scrollWidth - table.clientWidth, { timeout: 5000 }).toBeLessThanOrEqual(0)
})

const sampleText = page.getByText(/^Your images contain sample text/)

it('a message names the sample text until each photo has text of its own or the user removes the sample text', async () => {
  const { batch, textsOf } = await showBatch()
  await expect.element(sampleText).toHaveTextContent('Your images contain sample text: Watch this and New')
  paste('0,0', 'One\nTwo')
  await expect.element(sampleText).toHaveTextContent('Your images contain sample text: New')
  await userEvent.click(page.getByRole('button', { name: 'Remove' }))
  await expect.element(sampleText).not.toBeInTheDocument()
  expect([batch.state.record.texts, textsOf('a.jpg')]).toMatchObject([{ role2: ' ' }, { role1: 'One' }])
})

it('Edit text opens the table and moves the focus to the text for all photos', async () => {
  const { batch } = await showBatch()
  batch.state.isTextOpen = false
  await expect.poll(() => cell('-1,0')).toBeNull()
  await userEvent.click(page.getByRole('button', { name: 'Edit text' }))
  await expect.poll(() => document.activeElement).toHaveProperty('dataset.cell', '-1,0')
})

it('Escape closes the dialog and stores the text being typed', async () => {
  const { textsOf } = await showBatch()
  await userEvent.click(cell('0,0')!)
  await userEvent.keyboard('One{Escape}')
  await expect.poll(() => cell('0,0')).toBeNull()
  expect(textsOf('a.jpg')).toEqual({ role1: 'One' })
})

it("the table's columns have the names that the Templates panel uses", async () => {
  await showBatch()
  const heads = [...document.querySelectorAll('[scope=col]')].map(({ textContent }) => textContent)
  expect(heads).toEqual(['Photo', 'Title', 'Subtitle'])
  expect(cell('0,0')).toMatchObject({ ariaLabel: 'Title, a.jpg', placeholder: 'Watch this' })
})

it("focusing a two-line cell or closing the dialog doesn't change the cell", async () => {
  const { batch, textsOf } = await showBatch()
  await importTable('photo,role1,role2\r\na.jpg,"Hello\nWorld","x\r\ny"\r\nb.jpg,Plain\r\n')
  await expect.poll(() => cell('0,0')!.value).toBe('Hello\nWorld')
  expect([cell('0,0')!.rows, cell('1,0')!.rows]).toEqual([2, 1])
  expect(cell('0,0')!.clientHeight).toBeGreaterThan(cell('1,1')!.clientHeight)
  await userEvent.click(cell('0,0')!)
  await userEvent.click(cell('1,1')!)
  await userEvent.click(cell('0,1')!)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => cell('0,0')).toBeNull()
  expect(textsOf('a.jpg')).toEqual({ role1: 'Hello\nWorld', role2: 'x\ny' })
  await expect.poll(() => batch.state.isRunning).toBe(false)
  expect(batch.state.items[0]?.thumbnail, 'the template gets both lines').toContain('Hello\nWorld')
  render(<TestDialog batch={batch} />)
  expect(cell('0,0')!.value).toBe('Hello\nWorld')
})

it('Enter moves to the cell below', async () => {
  const { textsOf } = await showBatch()
  await userEvent.click(cell('0,0')!)
  await userEvent.keyboard('One{Enter}Three')
  expect(document.activeElement).toBe(cell('1,0'))
  await expect.poll(() => [textsOf('a.jpg'), textsOf('b.jpg')]).toEqual([{ role1: 'One' }, { role1: 'Three' }])
})

it('Shift+Enter inserts a line break into a cell', async () => {
  const { textsOf } = await showBatch()
  await userEvent.click(cell('0,0')!)
  await userEvent.keyboard('One{Shift>}{Enter}{/Shift}Two{Enter}')
  await expect.poll(() => textsOf('a.jpg')).toEqual({ role1: 'One\nTwo' })
})

it('Enter that ends a composition in Safari stays in the cell', async () => {
  await showBatch()
  await userEvent.click(cell('0,0')!)
  const enter = { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }
  expect(cell('0,0')!.dispatchEvent(new KeyboardEvent('keydown', enter))).toBe(true)
  expect(document.activeElement).toBe(cell('0,0'))
})

it("commas don't split pasted cells", async () => {
  const { textsOf } = await showBatch()
  paste('0,0', 'Hello, dear, old friends\tRome, Italy\r\nBye, all\tParis\r\n')
  await expect.poll(() => textsOf('a.jpg')).toEqual({ role1: 'Hello, dear, old friends', role2: 'Rome, Italy' })
})

it('pasted lines without tabs fill one column', async () => {
  const { textsOf } = await showBatch()
  paste('0,1', 'Rome, Italy\nParis, France\n')
  await expect.poll(() => [textsOf('a.jpg')?.role2, textsOf('b.jpg')?.role2]).toEqual(['Rome, Italy', 'Paris, France'])
  paste('-1,0', '"Two\nlines"')
  await expect.poll(() => cell('-1,0')!.value).toBe('Two\nlines')
})

it.each<[string, BlobPart, string]>([
  ['Windows-1252', Uint8Array.of(0x61, 0x3b, 0x47, 0x72, 0xfc, 0xdf, 0x65), 'Grüße'],
  ['UTF-16', Uint8Array.from([0xff, 0xfe, ...[...'a;Grüße'].flatMap((each) => [each.charCodeAt(0), 0])]), 'Grüße'],
])('text of a table file in %s is imported correctly', async (_, content, wanted) => {
  const { textsOf } = await showBatch()
  await importTable(content)
  await expect.poll(() => textsOf('a.jpg')).toEqual({ role1: 'a', role2: wanted })
})

it.each<[string, BlobPart, string]>([
  [
    'a spreadsheet',
    'PK\x03\x04\0\0',
    'This table can’t be read. Save it as “CSV UTF-8” in your spreadsheet, then try again.',
  ],
  ['a table of 6 MB', 'photo,text1\n'.repeat(5e5), 'This table is larger than 5 MB. Split it into smaller tables.'],
  ['a long row', 'photo,text1\na.jpg,Hello, dear', 'Row 2 has 3 cells, but the first row has 2.'],
  ['an unknown photo', 'photo\nnobody', 'No text was added.'],
])('importing %s shows an error that names the file and the problem', async (_, content, sentence) => {
  const { batch } = await showBatch()
  await importTable(content)
  await expect
    .poll(() => batch.state.notice)
    .toHaveProperty('text', expect.stringContaining(`“words.csv”: ${sentence}`))
})

it('importing a table with a row of another photo sets the other text and names the photo', async () => {
  const { batch, textsOf } = await showBatch()
  await importTable('photo,role1,role2\na.jpg,One,\nc.jpg,Two,\n')
  await expect.poll(() => textsOf('a.jpg')).toEqual({ role1: 'One', role2: ' ' })
  const text = '“words.csv”: These photos aren’t in the batch, so their rows weren’t used: c.jpg'
  await expect.poll(() => batch.state.notice).toEqual({ code: 'unused-rows', text })
})

it('the error for a deleted table file names the file and the next step', async () => {
  const { batch } = await showBatch()
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValueOnce(new DOMException('', 'NotFoundError'))
  await importTable('Hello')
  const text = 'Your browser can’t read “words.csv”. Check that the file still exists, then choose it again.'
  await expect.poll(() => batch.state.notice).toHaveProperty('text', text)
})
