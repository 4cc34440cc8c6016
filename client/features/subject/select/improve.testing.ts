/** Helpers for tests of the search for a better matte. */
import { vi } from 'vitest'
import type { Result } from '#client/kit/values/result.ts'
import { newLayer } from '#client/layers/registry.ts'
import type { FoundMatte } from '#client/media/segmenter/segmentation.ts'
import type { SegmentError } from '#client/media/segmenter/segmentationTypes.ts'
import { createSession, type Session } from '#client/model/session/session.ts'
import { separationOf } from '#client/render/matting/separation.ts'
import { createImprover } from './improve.ts'

export const matteOf = (fill: number) => ({ width: 4, height: 2, coverage: new Uint8Array(8).fill(fill) })
export const found = (fill: number, isSure = true, candidates: FoundMatte['candidates'] = []): FoundMatte => ({
  ...matteOf(fill),
  isConfident: isSure,
  candidates,
})
const mask = { width: 1, height: 1, coverage: new Uint8Array(1) }
export const CANDIDATES: FoundMatte['candidates'] = [
  { start: 'found', mask },
  { start: 2, mask },
]

/** Opens a segmented photo. The test decides when and how the refinement completes. */
export function setup() {
  const toast = vi.fn<Session['notices']['toast']>()
  const session = createSession({ alert: async () => {}, confirm: async () => true, toast }, { isStrict: true })
  open(session, 'a')
  const searches: { signal: AbortSignal; end(outcome: Result<FoundMatte, SegmentError>): void }[] = []
  const find = vi.fn(
    (_: ImageBitmap, { signal }: { signal: AbortSignal }) =>
      new Promise<Result<FoundMatte, SegmentError>>((end) => searches.push({ signal, end })),
  )
  const beforeChange = vi.fn(() => shown(session))
  const offerCandidates = vi.fn()
  const improver = createImprover({ session, refiner: { find }, beforeChange, offerCandidates })
  /** Runs a refinement that completes with `outcome`. Calls `meanwhile` during the refinement. */
  async function refine(outcome: Result<FoundMatte, SegmentError>, meanwhile = () => {}) {
    const done = improver.begin()
    meanwhile()
    searches[0]?.end(outcome)
    await done
  }
  return { session, find, searches, improver, refine, beforeChange, toast, offerCandidates }
}

/** Simulates that the user selects another subject. */
export function selectSubject({ assets, doc, history }: Session) {
  const own = assets.put({ kind: 'matte', ...matteOf(9) })
  history.transact('Choose', () => Object.assign(doc, { separation: separationOf(assets, own, 'chosen') }))
}

/** Opens a segmented photo whose matte is 1 everywhere. */
export function open(session: Session, sha256: string) {
  const bitmap = { width: 4, height: 2, close() {} } as unknown as ImageBitmap
  const asset = session.assets.put({ kind: 'bitmap', bitmap, width: 4, height: 2, hasAlpha: false, sha256 })
  const matte = session.assets.put({ kind: 'matte', ...matteOf(1) })
  session.history.restart(() => {
    session.doc.photo = { asset, name: sha256, width: 4, height: 2, hasAlpha: false }
    session.doc.separation = separationOf(session.assets, matte, 'first')
    newLayer(session.doc, 'subject')
  })
}

/** Returns the coverage of the subject's matte, which is equal everywhere. */
export const shown = ({ doc, assets }: Session) => doc.separation && assets.matte(doc.separation.matte)?.coverage[0]
