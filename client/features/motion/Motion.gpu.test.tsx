import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { MotionFileFields } from '#client/editor/export-fields/MotionFileFields.tsx'
import { type PillStatus, StatusPill } from '#client/kit/ui/feedback/StatusPill.tsx'
import { defaults } from '#client/kit/values/fields.ts'
import { motionFileFields } from '#client/media/exporter/motion/motionFormats.ts'
import { render } from '../../../tests/helpers/render.ts'
import styles from './Motion.module.css'

it('the buttons for the file formats fit in one row', async () => {
  render(
    <div style={{ width: 280 }}>
      <MotionFileFields file={defaults(motionFileFields)} supported={null} onChange={() => {}} />
    </div>,
  )
  await expect.element(page.getByRole('radio', { name: 'MP4' })).toBeVisible()
  const radios = page.getByRole('radio').elements()
  expect(new Set(radios.map((radio) => radio.getBoundingClientRect().top)).size).toBe(1)
  expect(radios).toHaveLength(3)
})

it.each<[PillStatus['tone'] | null, string]>([
  [null, 'block'],
  ['busy', 'none'],
  ['hint', 'none'],
])('for a canvas status of tone %s, the CSS display of the waiting indicator is %s', (tone, display) => {
  render(
    <>
      <div data-note="row">
        <StatusPill status={tone && { message: 'Filling in the background…', tone }} />
      </div>
      <div className={styles.wait} data-wait />
    </>,
  )
  expect(getComputedStyle(document.querySelector('[data-wait]')!).display).toBe(display)
})
