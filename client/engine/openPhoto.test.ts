import { expect, it } from 'vitest'
import { imageOf } from '#client/editor/flows/testing.ts'
import { err, ok, type Result } from '#client/kit/base/result.ts'
import { DEFAULT_MODEL } from '#client/media/segmenter/modelManifest.ts'
import type { SegmentError } from '#client/media/segmenter/segmentation.ts'
import { type FoundMatte, PIPELINE_ID } from '#client/media/segmenter/segmenter.ts'
import { AssetStore } from '#client/model/assets/store.ts'
import { openPhoto } from './openPhoto.ts'

const mask = { width: 4, height: 2, coverage: new Uint8Array(8).fill(255) }
const found = { ...mask, isConfident: true, candidates: [] }
const sure = ok(found)

/**
 * Opens a photo with these network results. Returns the subject's state, its model and the layer kinds, or the error.
 */
async function open(
  first: Result<typeof mask, SegmentError>,
  better: Result<FoundMatte, SegmentError> | null,
  signal = new AbortController().signal,
) {
  const segmenter = { segment: async () => first, dispose() {} }
  const deps = { assets: new AssetStore(), segmenter, refiner: better && { find: async () => better } }
  const opened = await openPhoto(deps, imageOf('cat.jpg').image, signal)
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

it('opening a photo without a subject succeeds', async () => {
  expect(await open(err('no-subject'), sure)).toEqual(['none', undefined, 'background'])
})

it('opening a photo fails without a model or after an abort', async () => {
  expect(await open(err('model-unavailable'), sure)).toBe('model-unavailable')
  expect(await open(ok(mask), sure, AbortSignal.abort())).toBe('aborted')
})
