import { useRef } from 'react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../../tests/helpers/render.ts'
import './Hero.module.css' // this style sheet registers the custom properties
import { useParallax } from './useParallax.ts'

function Scene() {
  const scene = useRef<HTMLDivElement>(null)
  useParallax(scene)
  return (
    <div ref={scene} data-testid="scene" style={{ width: 200, height: 100 }}>
      <div data-parallax data-testid="plane">
        <p data-testid="content">in it</p>
      </div>
      <div data-testid="still" />
    </div>
  )
}

it('moving the pointer writes its position only to the planes', async () => {
  render(<Scene />)
  const element = (id: string) => page.getByTestId(id).element()
  const xOf = (id: string) => Number(getComputedStyle(element(id)).getPropertyValue('--parallax-x'))
  expect(['plane', 'content', 'still'].map(xOf)).toEqual([0, 0, 0])
  const { right, top } = element('scene').getBoundingClientRect()
  dispatchEvent(new PointerEvent('pointermove', { clientX: right, clientY: top }))
  await expect.poll(() => xOf('plane')).toBeGreaterThan(0.9)
  expect(['scene', 'content', 'still'].map(xOf), 'not inherited').toEqual([0, 0, 0])
})
