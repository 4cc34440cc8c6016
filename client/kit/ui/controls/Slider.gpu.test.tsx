import { useState } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { pointer, slideTo } from '../../../../tests/helpers/drag.ts'
import { render } from '../../../../tests/helpers/render.ts'
import { commitTyped, number } from '../../values/fields.ts'
import { Slider } from './Slider.tsx'

const field = number('Size', { default: 50, min: 0, max: 100, step: 1, unit: 'percent' })

/** Mounts a slider from 0 to 100 that stores its value, like a document. Logs the calls of its event handlers. */
function mount({ isMixed = false } = {}) {
  const log: string[] = []
  const note = (call: string, act = () => {}) => {
    log.push(call)
    act()
  }
  function Kept() {
    const [value, setValue] = useState(50)
    const [before, setBefore] = useState(50)
    return (
      <Slider
        label="Size"
        unit="%"
        value={value}
        isMixed={isMixed}
        min={field.min}
        max={field.max}
        step={field.step}
        initial={50}
        commitTyped={(typed, current) => commitTyped(field, typed, current)}
        onStart={() => note('start', () => setBefore(value))}
        onChange={(next) => note('change', () => setValue(next))}
        onCommit={() => note('commit')}
        onCancel={() => note('cancel', () => setValue(before))}
        onSet={(next) => note(`set ${next}`, () => setValue(next))}
      />
    )
  }
  const place = render(
    <div style={{ width: 216 }}>
      <Kept />
    </div>,
  )
  return {
    log,
    place,
    slider: page.getByRole('slider', { name: 'Size' }),
    typed: page.getByRole('spinbutton', { name: 'Size' }),
  }
}

async function press(slider: Locator) {
  const input = (await slider.findElement()) as HTMLInputElement
  pointer('pointerdown', input)
  return input
}

/** Mounts a slider and presses it with the mouse. */
async function pressed() {
  const { log, slider } = mount()
  return { log, slider, input: await press(slider) }
}

it('a slider reports a drag as one gesture', async () => {
  const { log, slider, input } = await pressed()
  slideTo(input, 60.3)
  await expect.element(slider).toHaveValue('60')
  slideTo(input, 71.6)
  pointer('pointerup', window)
  await expect.element(slider).toHaveValue('72')
  expect(log).toEqual(['start', 'change', 'change', 'commit'])
})

it.each(['pointerup', 'pointercancel'])("a second finger's %s doesn't end the drag", async (type) => {
  const { log, input } = await pressed()
  pointer('pointerdown', input, 0, 2)
  pointer(type, window, 0, 2)
  slideTo(input, 60)
  pointer('pointerup', window)
  expect(log).toEqual(['start', 'change', 'commit'])
})

it("Escape restores the slider's value and ends the drag", async () => {
  const { log, slider, input } = await pressed()
  slideTo(input, 80)
  await expect.element(slider).toHaveValue('80')
  await userEvent.keyboard('{Escape}')
  slideTo(input, 90)
  pointer('pointerup', window)
  slideTo(input, 90) // Firefox fires one more input event on release
  await expect.element(slider).toHaveValue('50')
  expect(log).toEqual(['start', 'change', 'cancel'])
  input.focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(log.at(-1)).toBe('set 51')
})

it('a drag that the browser turns into a scroll is canceled', async () => {
  const { log } = await pressed()
  pointer('pointercancel', window)
  expect(log).toEqual(['start', 'cancel'])
})

it.each([
  ['{ArrowRight}', 51],
  ['{ArrowDown}', 49],
  ['{Shift>}{ArrowUp}{/Shift}', 60],
  ['{PageDown}', 40],
  ['{Home}', 0],
  ['{End}', 100],
])("the key %s changes the slider's value", async (keys, value) => {
  const { log, slider } = mount()
  await expect.element(slider).toBeVisible()
  ;(slider.element() as HTMLElement).focus()
  await userEvent.keyboard(keys)
  expect(log).toEqual([`set ${value}`])
})

it('Delete and a double-click on the label reset the slider', async () => {
  const { log, slider } = mount()
  await slider.fill('80')
  ;(slider.element() as HTMLElement).focus()
  await userEvent.keyboard('{Delete}')
  await slider.fill('70')
  await page.getByText('Size').dblClick()
  expect(log).toEqual(['set 80', 'set 50', 'set 70', 'set 50'])
})

it.each([
  ['75', '{Enter}', '75', ['set 75']],
  ['999', '{Tab}', '100', ['set 100']],
  ['77', '{Escape}{Tab}', '50', []],
])("the typed number %s with %s stays in the slider's range", async (text, keys, shown, calls) => {
  const { log, typed } = mount()
  await typed.fill(text)
  await userEvent.keyboard(keys)
  await expect.element(typed).toHaveValue(shown)
  expect(log).toEqual(calls)
})

it.each([
  ['', []],
  ['abc', []],
  ['50', ['set 50']],
])('leaving a field that shows Mixed with the text %j calls %j', async (text, calls) => {
  const { log, typed } = mount({ isMixed: true })
  await typed.fill(text)
  await userEvent.keyboard('{Tab}')
  expect(log).toEqual(calls)
})

it('a press on the slider commits the typed number before the drag starts', async () => {
  const { log, slider, typed } = mount()
  await typed.fill('70')
  const input = await press(slider)
  slideTo(input, 80)
  pointer('pointerup', window)
  expect(log).toEqual(['set 70', 'start', 'change', 'commit'])
})

it('a number typed immediately after Enter replaces the committed number', async () => {
  const { log, typed } = mount()
  await typed.fill('999')
  const frames: FrameRequestCallback[] = []
  const held = vi.spyOn(window, 'requestAnimationFrame').mockImplementation((run) => frames.push(run))
  onTestFinished(() => held.mockRestore())
  await userEvent.keyboard('{Enter}1')
  for (const run of frames) run(performance.now())
  await userEvent.keyboard('2{Enter}')
  expect(log).toEqual(['set 100', 'set 12'])
})

it('the number field ignores Enter and the arrow keys during composition', async () => {
  const { log, typed } = mount()
  await typed.fill('７')
  for (const key of ['Enter', 'ArrowUp'])
    typed.element().dispatchEvent(new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true }))
  await expect.element(typed).toHaveValue('７')
  await userEvent.keyboard('{Enter}')
  expect(log).toEqual(['set 7'])
})

it('arrow keys with Shift change the number by ten steps', async () => {
  const { log, typed } = mount()
  await typed.click()
  await userEvent.keyboard('{ArrowUp}{Shift>}{ArrowDown}{/Shift}')
  expect(log).toEqual(['set 51', 'set 41'])
})

it('a slider reports a drag of the label as one gesture', async () => {
  const { log, slider } = mount()
  await expect.element(slider).toBeVisible()
  const label = page.getByText('Size').element()
  pointer('pointerdown', label, 100)
  pointer('pointermove', window, 101) // 1 px is below the drag threshold
  pointer('pointermove', window, 120)
  pointer('pointerup', window, 120)
  await expect.element(slider).toHaveValue('60')
  expect(log).toEqual(['start', 'change', 'commit'])
})

it("the slider's label shows a dot only for a changed value", async () => {
  const { slider, place } = mount()
  await expect.element(slider).toBeVisible()
  const dot = () => getComputedStyle(place.querySelector('label')!, '::after').content
  expect(dot()).toBe('none')
  await slider.fill('51')
  await expect.poll(dot).not.toBe('none')
})

const noop = () => {}

it.each([0, 34.56, -100.25, 1000])('the number field shows every digit of %d %%', (value) => {
  const on = { onStart: noop, onChange: noop, onCommit: noop, onCancel: noop, onSet: noop }
  render(
    <div style={{ width: 240 }}>
      <Slider
        {...on}
        label="Position"
        unit="%"
        value={value}
        min={-1000}
        max={1000}
        step={0.01}
        commitTyped={() => 0}
      />
    </div>,
  )
  const field = page.getByRole('spinbutton').element() as HTMLInputElement
  expect(field.value).toBe(String(value))
  expect(field.scrollWidth).toBeLessThanOrEqual(field.clientWidth)
})

it('focusing a number field replaces the rounded value with the selected exact value', async () => {
  const on = { onStart: noop, onChange: noop, onCommit: noop, onCancel: noop, onSet: vi.fn() }
  render(<Slider {...on} label="Size" unit="px" value={93.69} min={0} max={100} step={1} commitTyped={() => 0} />)
  const typed = page.getByRole('spinbutton')
  await expect.element(typed).toHaveValue('94')
  await expect.element(page.getByRole('slider')).toHaveAttribute('aria-valuetext', '94 px')
  await typed.click()
  await expect.element(typed).toHaveValue('93.69')
  await expect.poll(() => getSelection()?.toString()).toBe('93.69')
  await userEvent.keyboard('{Tab}')
  await expect.element(typed).toHaveValue('94')
  expect(on.onSet).not.toHaveBeenCalled()
})
