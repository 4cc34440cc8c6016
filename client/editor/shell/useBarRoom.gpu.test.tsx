/** Tests which parts of the top bar are hidden first. */
import { useRef } from 'react'
import { expect, it } from 'vitest'
import { render } from '../../../tests/helpers/render.ts'
import { useBarRoom } from './useBarRoom.ts'

const BUTTONS = [
  { command: 'motion', of: 'photo', words: { wide: 40, narrow: 10 }, button: { wide: 150, narrow: 100 } },
] as const

/** A bar with parts of 80 px each. */
function TestBar({ width, isNarrow, parts }: { width: number; isNarrow: boolean; parts: readonly string[] }) {
  const bar = useRef<HTMLElement>(null)
  const yielded = useBarRoom(bar, isNarrow, BUTTONS)
  return (
    <header ref={bar} data-hidden={yielded.join()} style={{ display: 'flex', width, overflow: 'hidden' }}>
      <style>{'[data-yielded] { display: none }'}</style>
      {parts.map((part) => (
        <span key={part} data-part={part} style={{ flex: 'none', width: 80 }}>
          {part}
        </span>
      ))}
    </header>
  )
}

/** Returns a function that returns the visible parts of a bar. The hook measures the bar after the first layout. */
function shownIn(width: number, isNarrow: boolean, parts = ['motion', 'download-words', 'photo-name', 'home']) {
  const bar = render(<TestBar width={width} isNarrow={isNarrow} parts={parts} />)
  return () =>
    [...bar.querySelectorAll<HTMLElement>('[data-part]:not([data-yielded])')].map(({ dataset }) => dataset.part)
}

it("on a phone, a narrower top bar hides Motion, then the label Download, then the photo's name", async () => {
  await expect.poll(shownIn(250, true)).toEqual(['download-words', 'photo-name', 'home'])
  await expect.poll(shownIn(200, true)).toEqual(['photo-name', 'home'])
  await expect.poll(shownIn(100, true)).toEqual(['home'])
  expect(shownIn(320, true)()).toEqual(['motion', 'download-words', 'photo-name', 'home'])
})

it('on a wide screen, a narrower top bar hides the label Download before the Motion button', async () => {
  await expect.poll(shownIn(200, false)).toEqual(['motion', 'home'])
})

it('on a phone, a narrower top bar hides the Pro button of a trial before the logo', async () => {
  const bar = (width: number) => shownIn(width, true, ['trial-badge', 'home'])
  await expect.poll(bar(90)).toEqual(['home'])
})
