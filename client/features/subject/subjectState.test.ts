import { expect, it } from 'vitest'
import type { SubjectCandidate } from '#client/media/segmenter/segmentationTypes.ts'
import type { SubjectSelection } from '#client/model/document/document.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { separationOf } from '#client/render/matting/separation.ts'
import { separatedPhoto } from '../../../tests/helpers/session.ts'
import { clearerSide, shownCandidate } from './subjectState.ts'

const mask = { width: 1, height: 1, coverage: new Uint8Array(1) }
const candidates: SubjectCandidate[] = [
  { start: 'found', mask },
  { start: 3, mask },
  { start: 'people', mask },
]

/** Opens a segmented photo. `choose` selects a subject. `shown` returns the index of the current candidate, or null. */
function setup() {
  const session = separatedPhoto()
  const offer = { photo: session.doc.photo!.asset, candidates }
  const choose = (chosen: SubjectSelection) =>
    session.history.transact('Select subject', () => {
      session.doc.separation = separationOf(session.assets, session.doc.separation!.matte, 'sam', chosen)
    })
  return { session, choose, shown: () => shownCandidate(snapshotOf(session), offer) }
}

it('shownCandidate returns the candidate that equals the current subject', () => {
  const { session, choose, shown } = setup()
  expect(shown()).toBe(0)
  choose({ start: 3, choices: [] })
  expect(shown()).toBe(1)
  choose({ start: 'people', choices: [] })
  expect(shown()).toBe(2)
  session.history.undo()
  session.history.undo()
  expect(shown()).toBe(0)
})

it('shownCandidate returns null if the current subject matches no candidate', () => {
  const { choose, shown } = setup()
  choose({ start: 7, choices: [] })
  expect(shown()).toBeNull()
  choose({ start: 3, choices: [{ adds: true, points: [{ x: 1, y: 1, kind: 'in' }] }] })
  expect(shown()).toBeNull()
})

it('after a mask edit or for another photo, shownCandidate returns null', () => {
  const { session, shown } = setup()
  session.history.transact('Feather', () => {
    session.doc.mend.feather = 3
  })
  expect(shown()).toBeNull()
  session.history.undo()
  expect(shown()).toBe(0)
  const { photo } = snapshotOf(session)
  const another = session.assets.put({ kind: 'matte', width: 1, height: 1, coverage: new Uint8Array(1) })
  expect(shownCandidate(snapshotOf(session), { photo: another, candidates })).toBeNull()
  expect(shownCandidate({ ...snapshotOf(session), separation: null }, { photo: photo!.asset, candidates })).toBeNull()
})

it('clearerSide returns the side whose lower corner the candidate masks cover less', () => {
  const candidateOf = (...coverage: number[]): SubjectCandidate => ({
    start: 'found',
    mask: { width: 3, height: 2, coverage: Uint8Array.from(coverage) },
  })
  const sideOf = (...candidates: SubjectCandidate[]) =>
    clearerSide({ photo: separatedPhoto().doc.photo!.asset, candidates })
  expect(sideOf(candidateOf(0, 0, 0, 255, 255, 0))).toBe('right')
  expect(sideOf(candidateOf(255, 255, 0, 0, 255, 200))).toBe('left')
  expect(sideOf(candidateOf(0, 0, 0, 255, 0, 0), candidateOf(0, 0, 0, 0, 0, 100))).toBe('right')
  expect(sideOf(candidateOf(255, 0, 0, 0, 255, 0))).toBe('left')
})
