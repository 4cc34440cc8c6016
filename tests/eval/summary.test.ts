import { expect, it } from 'vitest'
import type { Measured } from './page.ts'
import { candidatesOf, hintsOf } from './summary.ts'

const photo = (name: string, candidates: number[], isSure: boolean, set = 'ecssd'): Measured => ({
  name,
  set,
  error: null,
  ours: { iou: candidates[0] ?? 0, mae: 0, bandMae: 0, gradient: 0 },
  peer: null,
  isSure,
  candidates,
  clicks: null,
  fringe: null,
  firstMs: 0,
  ms: 0,
  backend: 'wasm',
  cutout: '',
})

const PHOTOS = [
  photo('sure', [0.95, 0.5, 0.99], true),
  photo('wrong', [0.5, 0.7, 0.92], false),
  photo('alarm', [0.85, 0.91], false),
  photo('missed', [0.3, 0.4, 0.89], true),
  photo('glass', [0.1, 0.95], false, 'adobe-composite'),
]

it('candidatesOf counts correct masks among the first one, two and three candidates', () => {
  const counted = candidatesOf(PHOTOS)
  expect(counted).toMatchObject({ of: 4, right: [1, 2, 3], doubtedOf: 2, doubted: [0, 1, 2] })
  expect(counted?.first).toBeCloseTo((0.95 + 0.5 + 0.85 + 0.3) / 4)
  expect(counted?.best).toBeCloseTo((0.99 + 0.92 + 0.91 + 0.89) / 4)
  expect(candidatesOf(PHOTOS.map((one) => ({ ...one, candidates: null })))).toBeNull()
})

it('hintsOf counts the uncertain results and lists false alarms', () => {
  expect(hintsOf(PHOTOS)).toEqual({ n: 2, of: 4, wrong: 1, wrongOf: 2, right: 1, falseAlarms: ['alarm'] })
})
