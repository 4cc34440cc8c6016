import { expect, it } from 'vitest'
import { imageOf } from '#client/editor/flows/testing.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import { DEFAULT_MODEL } from '#client/media/segmenter/modelManifest.ts'
import { type FoundMatte, PIPELINE_ID } from '#client/media/segmenter/segmentation.ts'
import type { SegmentError, SegmentOptions } from '#client/media/segmenter/segmentationTypes.ts'
import { AssetStore } from '#client/model/assets/store.ts'
import { openPhoto } from './openPhoto.ts'

const mask = { width: 4, height: 2, coverage: new Uint8Array(8).fill(255) }
const found = { ...mask, isConfident: true, candidates: [] }
const sure = ok(found)

/**
 * Opens a photo with the given network results. Returns the subject's state, the model and the layer kinds, or the
 * error.
 */
async function open(
  first: Result<typeof mask, SegmentError>,
  better: Result<FoundMatte, SegmentError> | null,
  signal = new AbortController().signal,
  onProgress = (_share: number) => {},
) {
  const half = ({ onProgress: report }: SegmentOptions) => report?.({ stage: 'separating', fraction: 0.5 })
  const segment = async (_: unknown, options: SegmentOptions) => {
    half(options)
    return first
  }
  const find = async (_: unknown, options: SegmentOptions) => {
    half(options)
    return better ?? err('aborted')
  }
  const deps = { assets: new AssetStore(), segmenter: { segment }, refiner: better && { find } }
  const opened = await openPhoto(deps, imageOf('cat.jpg').image, signal, onProgress)
  if (!opened.ok) return opened.error
  const { doc, subject } = opened.value
  const kinds = doc.order.map((id) => doc.layers[id]?.kind)
  return [subject, doc.separation?.model, ...kinds]
}

it.each([
  ['the better mask', sure, ['sure', PIPELINE_ID, 'background', 'subject']],
  ['a doubtful better mask', ok({ ...found, isConfident: false }), ['unsure', PIPELINE_ID, 'background', 'subject']],
  ['the quick mask without a refiner', null, ['sure', DEFAULT_MODEL, 'background', 'subject']],
  ['the quick mask after a failure', err('out-of-memory'), ['unsure', DEFAULT_MODEL, 'background', 'subject']],
] as const)('opening a photo adds its subject with %s', async (_, better, result) => {
  expect(await open(ok(mask), better)).toEqual(result)
})

it.each([
  ['both masks', sure, [15, 65]],
  ['the quick mask', null, [50]],
] as const)('opening a photo reports the progress of %s', async (_, better, shares) => {
  const seen: number[] = []
  await open(ok(mask), better, undefined, (share) => seen.push(Math.round(100 * share)))
  expect(seen).toEqual(shares)
})

it('opening a photo without a subject succeeds', async () => {
  expect(await open(err('no-subject'), sure)).toEqual(['none', undefined, 'background'])
})

it('opening a photo returns an error without a model or after an abort', async () => {
  expect(await open(err('model-unavailable'), sure)).toBe('model-unavailable')
  expect(await open(ok(mask), sure, AbortSignal.abort())).toBe('aborted')
})
