import { expect, it } from 'vitest'
import { motionFields } from '#client/model/document/motion.ts'
import { cameraAt, marginOf, project } from './camera.ts'

const SIZE = { width: 1080, height: 1920 }
const { options } = motionFields.path

it.each(options)('the camera path %s begins at the camera position of the still image', (path) => {
  expect(project(cameraAt({ path, strength: 100 }, 0), 0.6, SIZE)).toEqual({ scale: 1, x: 0, y: 0 })
})

it.each(options)('the camera path %s starts and ends slowly', (path) => {
  const at = (time: number) => cameraAt({ path, strength: 100 }, time)
  for (const axis of ['x', 'y', 'z'] as const)
    for (const time of [1e-4, 1 - 1e-4]) expect(at(time)[axis]).toBeCloseTo(0, 7)
})

it('the camera path "slide" shifts a near depth plane more than a far depth plane', () => {
  const camera = cameraAt({ path: 'slide', strength: 50 }, 0.5)
  const [far, near] = [project(camera, 1, SIZE), project(camera, 0.5, SIZE)]
  expect(far.x).toBeCloseTo(-0.025 * 1920)
  expect(near.x).toBeCloseTo(2 * far.x)
})

it('the camera path "push" enlarges a near depth plane more than a far depth plane', () => {
  const camera = cameraAt({ path: 'push', strength: 100 }, 0.5)
  expect(project(camera, 1, SIZE).scale).toBeCloseTo(1 / (1 - 0.12))
  expect(project(camera, 0.6, SIZE).scale).toBeCloseTo(0.6 / (0.6 - 0.12))
})

it.each(options)('the camera path %s does not show a gap below the lower edge', (path) => {
  for (let i = 0; i < 200; i++) {
    const { scale, y } = project(cameraAt({ path, strength: 100 }, i / 200), 0.6, SIZE)
    expect((SIZE.height / 2) * scale + y).toBeGreaterThanOrEqual(SIZE.height / 2)
  }
})

it('marginOf returns 0 for the camera path "push"', () => {
  expect(marginOf({ path: 'push', strength: 100 }, 0.35, SIZE)).toEqual({ x: 0, y: 0 })
})

it.each(options)(
  'a depth plane enlarged by marginOf fills the frame at every position of the camera path %s',
  (path) => {
    const motion = { path, strength: 100 }
    for (const depth of [0.35, 0.6, 1]) {
      const margin = marginOf(motion, depth, SIZE)
      for (let i = 0; i < 200; i++) {
        const { scale, x, y } = project(cameraAt(motion, i / 200), depth, SIZE)
        const [across, down] = [(SIZE.width / 2 + margin.x) * scale, (SIZE.height / 2 + margin.y) * scale]
        expect(across - Math.abs(x)).toBeGreaterThanOrEqual(SIZE.width / 2)
        expect(down - Math.abs(y)).toBeGreaterThanOrEqual(SIZE.height / 2)
      }
    }
  },
)
