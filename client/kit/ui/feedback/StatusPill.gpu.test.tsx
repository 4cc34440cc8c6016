import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { graphicsKind } from '#client/kit/browser/self-checks/graphics.ts'
import { render } from '../../../../tests/helpers/render.ts'
import { ProgressBar, Spinner } from './Progress.tsx'
import { StatusPill } from './StatusPill.tsx'

it('a busy status without known progress shows one indeterminate progress bar', async () => {
  render(<StatusPill status={{ message: 'Saving', tone: 'busy', fraction: null }} />)
  const bar = page.getByRole('progressbar', { name: 'Saving' })
  await expect.element(bar).toBeVisible()
  await expect.element(bar).not.toHaveAttribute('aria-valuenow')
  expect(document.querySelector('span[aria-hidden]'), 'a second sign of progress').toBeNull()
})

it('indeterminate progress indicators move in steps if the browser renders in software', () => {
  const kind = graphicsKind()
  const { dataset } = document.documentElement
  onTestFinished(() => {
    dataset.graphics = kind
  })
  expect(dataset.graphics).toBe(kind)
  render(<Spinner />)
  render(<ProgressBar label="Saving" fraction={null} />)
  const easings = () =>
    document
      .getAnimations()
      .map(({ effect }) => effect instanceof KeyframeEffect && effect.getKeyframes()[0]?.easing)
      .sort()
  dataset.graphics = 'gpu'
  expect(easings()).toEqual(['ease-in-out', 'linear'])
  dataset.graphics = 'software'
  expect(easings()).toEqual(['steps(7)', 'steps(8)'])
})

it.each([
  ['busy', 'Saving'],
  ['hint', ''],
] as const)(
  'in the tone %s, a screen reader announces the visible message "Saving" as "%s"',
  async (tone, announced) => {
    render(<StatusPill status={{ message: 'Saving', tone }} />)
    await expect.element(page.getByText('Saving')).toBeVisible()
    expect(document.querySelector('[role="status"]')?.textContent).toBe(announced)
  },
)
