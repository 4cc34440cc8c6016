/** Tests how the page looks while the color theme changes. */
import { afterEach, expect, it } from 'vitest'
import { render } from '../../../../tests/helpers/render.ts'
import { chooseTheme, theme } from './theme.tsx'

afterEach(() => chooseTheme(null))

it('switching the theme changes colors immediately, without their transitions', async () => {
  const place = render(<button type="button" style={{ background: 'var(--raised)', transition: 'all var(--slow)' }} />)
  const button = place.querySelector('button')!
  const background = () => getComputedStyle(button).backgroundColor
  const light = background()
  chooseTheme(theme() === 'dark' ? 'light' : 'dark')
  expect(background()).not.toBe(light)
  expect(button.getAnimations()).toEqual([])
  // later changes have transitions again
  await expect.poll(() => document.documentElement.dataset.switching).toBeUndefined()
  expect(parseFloat(getComputedStyle(button).transitionDuration)).toBeGreaterThan(0)
})
