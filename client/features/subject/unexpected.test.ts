/** Tests that the subject's tools end cleanly if any of their dependencies throws. */
import { beforeEach, expect, it, vi } from 'vitest'
import { createAnnouncer } from '#client/editor/flows/flow.ts'
import { boom, boomLater, heard, withBroken } from '#client/editor/flows/unexpected.testing.ts'
import { ok } from '#client/kit/values/result.ts'
import { separatedPhoto } from '../../../tests/helpers/session.ts'
import { SubjectSelector } from './select/subjectSelector.ts'
import { ESTIMATE, PREVIEW } from './testing.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

/** A refiner that finds masks immediately. */
const refiner = {
  previewInput: async () => ok(PREVIEW),
  eachPerson: async () => ok([{ ...PREVIEW, width: 4, height: 1 }]),
  candidateMasks: async () => ok([PREVIEW]),
  segmentSelection: async () => ok({ width: 300, height: 200, coverage: new Uint8Array(60_000).fill(200) }),
}

const NETWORKS = ['segmentSelection', 'previewInput', 'eachPerson', 'candidateMasks'].map((name) => `refiner.${name}`)

it.each(
  (['select', 'lift', 'erase', 'people', 'candidates'] as const).flatMap((flow) =>
    [...NETWORKS, 'whenFilled', 'estimate', 'countImage'].map((name) => [flow, name] as const),
  ),
)('%s stops in the subject tool if %s fails', async (flow, name) => {
  const session = separatedPhoto()
  const said = heard(session)
  const deps = {
    session,
    announcer: createAnnouncer(session),
    refiner,
    countImage: () => {},
    whenFilled: async () => {},
    estimate: () => ESTIMATE,
    divide: async () => null,
  }
  const isSync = name === 'estimate' || name === 'countImage'
  // a real refiner never throws synchronously
  const broken = isSync ? boom : boomLater
  const selector = new SubjectSelector(withBroken(deps, name, broken) as never)
  const isLift = flow === 'lift' || flow === 'erase'
  if (isLift) {
    session.ui.panel = 'subject'
    session.ui.subject.lifts = flow
  }
  if (flow === 'select' || isLift) selector.click({ x: 2, y: 2 }, true)
  if (isLift) selector.click({ x: 3, y: 3 }, true)
  if (flow === 'people') selector.liftPeople()
  if (flow === 'candidates') await selector.findCandidates()
  await vi.waitFor(() => {
    const { erasing, isLifting, candidates } = selector.state
    expect([erasing, isLifting, candidates === 'searching', session.ui.status?.tone === 'busy']).toEqual([
      [],
      false,
      false,
      false,
    ])
  }, 5000)
  const isUsed = name === 'refiner.segmentSelection' && flow === 'select'
  if (isUsed) expect(said).not.toEqual([])
})
