/** Tests the Text tab: text, size, position and the list of text layers. */
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { catalogue } from '#client/kit/i18n/translate.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import type { LayerBase } from '#client/model/document/document.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { select } from '#client/model/session/ui/selection.ts'
import { uprightBox } from '#client/render/kind.ts'
import { pointer, slideTo } from '../../../tests/helpers/drag.ts'
import { mountTextTab } from '../../../tests/helpers/textTab.tsx'
import { layerName } from '../naming.ts'
import { newLayer } from '../registry.ts'
import type { TextLayer } from './schema.ts'
import { fontSizeOf, wordsOf } from './textSize.ts'
import { inkBox } from './transform.ts'

const tab = mountTextTab()

it('a slider drag is one undo step', async () => {
  await tab.drag('Size', [700, 800, 900])
  expect(tab.text().fontSize).toBe(900)
  tab.session.history.undo()
  expect(tab.text().fontSize).toBe(600)
  expect(tab.session.history.state.undo).toBeNull()
})

it('the Size control has a change dot only if the user has chosen the size', async () => {
  const label = page.getByText('Size', { exact: true })
  const isChanged = () => label.element().hasAttribute('title')
  await page.getByRole('button', { name: 'Fit', exact: true }).click()
  expect(tab.text().fontSize).toBeLessThan(600)
  await new Promise((resolve) => setTimeout(resolve, 300)) // the dot would appear while the page is idle
  expect(isChanged()).toBe(false)
  await tab.drag('Size', [90])
  await expect.poll(isChanged).toBe(true)
})

it("turning on the text box doesn't change the text's size or lines", async () => {
  tab.session.history.transact('Type', () =>
    Object.assign(tab.session.doc.layers[tab.id]!, { text: 'SUMMER VIBES', fontSize: 400 }),
  )
  const before = inkBox(tab.text(), { width: 1000, height: 500 })!
  await page.getByRole('switch', { name: 'Text box', exact: true }).click()
  expect(tab.text().frame.enabled).toBe(true)
  expect([fontSizeOf(tab.text()), wordsOf(tab.text())]).toEqual([400, 'SUMMER VIBES'])
  expect(inkBox(tab.text(), { width: 1000, height: 500 })!.size).toEqual(before.size)
})

it("typing in the middle of a text layer doesn't move the caret to the end", async () => {
  const words = page.getByRole('textbox', { name: 'Text content' })
  await words.click()
  await userEvent.keyboard('{Home}{ArrowRight}')
  await userEvent.keyboard('abc')
  expect(tab.text().text).toBe('HabcELLO')
  expect(tab.session.history.state.undo).toBe('Text content')
  tab.session.history.undo()
  expect(tab.text().text).toBe('HELLO')
})

it('pasting more text than a layer can hold truncates the pasted text', async () => {
  const words = page.getByRole('textbox', { name: 'Text content' })
  await words.fill(`${'a'.repeat(1990)}end`)
  await words.click()
  await userEvent.keyboard('{Control>}{Home}{/Control}')
  const area = words.element() as HTMLTextAreaElement
  area.setRangeText('b'.repeat(50), 0, 0, 'end')
  area.dispatchEvent(new InputEvent('input', { bubbles: true }))
  expect(tab.text().text).toBe(`${'b'.repeat(7)}${'a'.repeat(1990)}end`)
  expect(area.selectionStart).toBe(7)
  const note = page.getByRole('alert')
  await expect.element(note).toHaveTextContent('Text is limited to 2,000 characters. The rest was removed.')
  await userEvent.keyboard('{Backspace}')
  await expect.element(note).not.toBeInTheDocument()
  expect(tab.text().text).toHaveLength(1999)
})

it('the placement switch puts the text in front of the subject', async () => {
  await page.getByRole('radio', { name: 'In front' }).click()
  expect(tab.text().placement).toBe('foreground')
})

it('adding a text layer expands its card and collapses the other cards', async () => {
  await page.getByRole('button', { name: 'Add Text', exact: true }).click()
  const added = snapshotOf(tab.session).layers[tab.session.ui.selection[0]!] as LayerBase as TextLayer
  expect(added).toMatchObject({ kind: 'text', text: 'new text', fontSize: 600, placement: 'background' })
  await expect.element(page.getByRole('textbox', { name: 'Text content' })).toHaveValue('new text')
  await expect.poll(() => page.getByRole('textbox', { name: 'Text content' }).elements()).toHaveLength(1)
})

it('the list of text layers is above the headings', async () => {
  select(tab.session.ui)
  const heading = await page.getByRole('region', { name: 'Headings' }).findElement()
  const card = await page.getByRole('region', { name: 'HELLO' }).findElement()
  expect(card.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

it('a new text layer with the translated placeholder has font size 600 and fits the image', async () => {
  catalogue.loadAndActivate({ locale: 'de', messages: { 'new text': 'neuer Text' } })
  await page.getByRole('button', { name: 'Add Text', exact: true }).click()
  catalogue.activate('en')
  const doc = snapshotOf(tab.session)
  const added = doc.layers[tab.session.ui.selection[0]!] as LayerBase as TextLayer
  expect(added).toMatchObject({ text: 'neuer Text', fontSize: 600, position: { horizontal: 50, vertical: 50 } })
  expect(layerName(added, doc)).toBe('neuer Text')
  const { x, width } = uprightBox(inkBox(added, canvasSize(doc))!)
  expect(x).toBeGreaterThan(0)
  expect(x + width).toBeLessThan(1000)
})

it("the buttons of an unselected layer's card duplicate and delete that layer", async () => {
  tab.session.ui.selection = [] // deselects the text, because the buttons of a selected text are in the canvas bar
  await page.getByRole('button', { name: 'Duplicate' }).click()
  expect(snapshotOf(tab.session).order).toHaveLength(3)
  await expect.poll(() => page.getByRole('button', { name: 'Delete' }).elements()).toHaveLength(1)
  await page.getByRole('button', { name: 'Delete' }).click()
  expect(snapshotOf(tab.session).layers[tab.id]).toBeUndefined()
  await expect.poll(() => page.getByRole('button', { name: 'Delete' }).elements()).toHaveLength(0)
})

it('undoing a deletion restores the text layer with working controls', async () => {
  tab.session.ui.selection = [] // deselects the text, because the buttons of a selected text are in the canvas bar
  await page.getByRole('button', { name: 'Delete' }).click()
  tab.session.history.undo()
  tab.session.ui.selection = [tab.id]
  await tab.drag('Vertical', [80])
  expect(tab.text().position.vertical).toBe(80)
})

it('Add Text is disabled while a photo is processed', async () => {
  const button = page.getByRole('button', { name: 'Add Text', exact: true })
  await expect.element(button).toBeEnabled()
  tab.session.ui.busy = 'processing'
  await expect.element(button).toBeDisabled()
  tab.session.ui.busy = null
  await expect.element(button).toBeEnabled()
})

it('Add Text is disabled if the background is removed', async () => {
  const button = page.getByRole('button', { name: 'Add Text', exact: true })
  await expect.element(button).toBeEnabled()
  tab.session.history.transact('Remove', () => {
    tab.session.doc.backdrop = { type: 'transparent' }
  })
  await expect.element(button).toBeDisabled()
})

it('keys pressed right after Add text is clicked are typed into the new text', async () => {
  const fired: string[] = []
  const listen = (event: KeyboardEvent) => void (event.target instanceof HTMLTextAreaElement || fired.push(event.key))
  addEventListener('keydown', listen)
  await page.getByRole('button', { name: 'Add Text', exact: true }).click()
  await userEvent.keyboard('The GAP')
  removeEventListener('keydown', listen)
  const added = snapshotOf(tab.session).order.at(-1)!
  await expect.poll(() => (snapshotOf(tab.session).layers[added] as unknown as TextLayer).text).toBe('The GAP')
  expect(fired).toEqual([])
})

it.each(['a press', 'Tab'])("after %s elsewhere, the new text's field doesn't take the focus", async (how) => {
  const other = document.createElement('button')
  document.body.append(other)
  const add = (await page.getByRole('button', { name: 'Add Text', exact: true }).findElement()) as HTMLElement
  add.focus()
  add.click()
  if (how === 'Tab') add.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }))
  else pointer('pointerdown', other)
  other.focus()
  await expect.element(page.getByRole('textbox', { name: 'Text content' })).toHaveValue('new text')
  await expect.poll(() => tab.session.ui.editing).toBeNull()
  expect(document.activeElement).toBe(other)
  other.remove()
})

it('a drag ended by Escape does not leave an undo step', async () => {
  await tab.drag('Opacity', [70, 20], 'escape')
  expect(tab.text().opacity).toBe(100)
  expect(tab.session.history.state.undo).toBeNull()
})

describe('the first text typed into a new layer', () => {
  const added = () => snapshotOf(tab.session).layers[tab.session.ui.selection[0]!] as LayerBase as TextLayer
  const typeWords = async (words: string) => {
    await page.getByRole('button', { name: 'Add Text', exact: true }).click()
    await expect.poll(() => document.activeElement).toBeInstanceOf(HTMLTextAreaElement)
    if (words) await userEvent.keyboard(words)
    expect(added().text).toBe(words || 'new text')
  }

  it('text wider than the image shrinks while the user types, as one undo step', async () => {
    await typeWords('MOUNTAINS')
    expect(added().fontSize).toBeLessThan(300)
    tab.session.history.undo()
    expect(added()).toMatchObject({ text: 'new text', fontSize: 600 })
  })

  it('text grows again when the user deletes letters while typing', async () => {
    await typeWords('MOUNTAINS')
    expect(added().fontSize).toBeLessThan(200)
    await userEvent.keyboard('{Backspace>8/}')
    expect(added().text).toBe('M')
    await expect.poll(() => added().fontSize).toBeGreaterThan(200)
  })

  it('text typed slowly keeps its place after the user leaves the field, as one undo step', async () => {
    await typeWords('M')
    const held = added().position.vertical
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 1000)
    await userEvent.keyboard('O')
    expect(added().position.vertical).toBe(held)
    vi.mocked(Date.now).mockReturnValue(Date.now() + 1000)
    await userEvent.tab()
    vi.restoreAllMocks()
    expect(added()).toMatchObject({ text: 'MO', frame: { enabled: false }, position: { vertical: held } })
    tab.session.history.undo()
    expect(added()).toMatchObject({ text: 'new text', fontSize: 600 })
  })

  it('a toast offers to move text in front of the subject if the subject fills the photo', async () => {
    const { assets, doc, history, notices } = tab.session
    const size = { width: 1000, height: 500 }
    const matte = assets.put({ kind: 'matte', ...size, coverage: new Uint8Array(size.width * size.height).fill(255) })
    history.transact('Matte', () => {
      doc.separation = { matte, model: '', box: { x: 0, y: 0, ...size } }
      newLayer(doc, 'subject')
    })
    const toast = vi.spyOn(notices, 'toast')
    await typeWords('MO')
    expect(toast).not.toHaveBeenCalled()
    await userEvent.tab()
    toast.mock.calls[0]?.[0].otherAction?.run()
    expect(added().placement).toBe('foreground')
  })

  it('pressing another control ends the undo step of typing', async () => {
    await typeWords('M')
    await page.getByRole('button', { name: 'Bold' }).click()
    expect(added().frame.enabled).toBe(false)
    tab.session.history.undo()
    expect(added()).toMatchObject({ text: 'M', fontWeight: 700 })
  })

  it('a note shows the painted font size while a text box shrinks the text', async () => {
    await typeWords('')
    const painted = Math.round(fontSizeOf(added()))
    expect(painted).toBeLessThan(300)
    const note = page.getByText(`Shown at ${painted} px to fit the text box.`)
    await expect.element(note).toBeVisible()
    await tab.drag('Size', [120])
    await expect.element(note).not.toBeInTheDocument()
  })

  it.each(['Size', 'Fit'])('%s removes the text box of a new text layer', async (control) => {
    await typeWords('')
    if (control === 'Size') await tab.drag('Size', [120])
    else await page.getByRole('button', { name: 'Fit', exact: true }).click()
    expect(added().frame.enabled).toBe(false)
    expect(added().fontSize).toBeLessThan(300)
  })

  it("leaving a new text layer without typing doesn't change its font size", async () => {
    await typeWords('')
    await userEvent.tab()
    expect(added()).toMatchObject({ text: 'new text', fontSize: 600 })
  })

  it('dragging the Size slider immediately after typing changes the font size', async () => {
    await typeWords('MOUNTAINS')
    const size = (await tab.slider('Size').findElement()) as HTMLInputElement
    pointer('pointerdown', size)
    size.focus()
    slideTo(size, 700)
    pointer('pointerup', window)
    expect(added().fontSize).toBe(700)
  })

  it('entering a size immediately after typing text changes the font size', async () => {
    await typeWords('MOUNTAINS')
    await page.getByRole('spinbutton', { name: 'Size' }).fill('80')
    await userEvent.keyboard('{Enter}')
    expect(added().fontSize).toBe(80)
  })
})
