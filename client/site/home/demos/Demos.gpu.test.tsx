import { expect, it } from 'vitest'
import { render } from '../../../../tests/helpers/render.ts'
import { Outlined } from './Demos.tsx'

it('the demo is drawn before it scrolls into view', async () => {
  const place = render(
    <ul style={{ marginTop: innerHeight + 200 }}>
      <Outlined />
    </ul>,
  )
  const canvas = place.querySelector('canvas')!
  const middle = () => canvas.getContext('2d')!.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data[3]
  await expect.poll(middle).toBe(255)
  expect(canvas.getBoundingClientRect().top).toBeGreaterThan(innerHeight)
})
