/** The editor with all features in the page of a test. Only its networks are fake: they find a disc, or wait. */
import { onTestFinished } from 'vitest'
import type { CreateFlow } from '#client/editor/flows/flowHost.ts'
import { createWorkspace } from '#client/editor/workspace/workspace.ts'
import { features } from '#client/features/registry.ts'
import { err, ok } from '#client/kit/values/result.ts'
import type { FoundMatte, Segmentation } from '#client/media/segmenter/segmentation.ts'
import type { SegmentOptions } from '#client/media/segmenter/segmentationTypes.ts'
import { ACCOUNT } from './editor.tsx'
import { realPhoto } from './photos.ts'
import { discCoverage } from './rasterised.ts'
import { SILENT } from './session.ts'

/** Creates an editor, disposed at the end of the test. `further`: flows in addition to those of the features. */
export function openEditor(further: readonly CreateFlow[] = []) {
  const { networks, segmentation } = fakeNetworks()
  const { panels, flows } = features
  const workspace = createWorkspace(SILENT, ACCOUNT, { panels, flows: [...flows, ...further] }, segmentation)
  onTestFinished(workspace.dispose)
  return { workspace, networks }
}

const discOf = ({ width, height }: ImageBitmap) => ({ width, height, coverage: discCoverage(width, height) })

/**
 * Networks that never find a better matte. `searches`: the signals of these searches. `left`: number of calls of
 * `leave`.
 */
function fakeNetworks() {
  const searches: AbortSignal[] = []
  const networks = { searches, left: 0, quick: async (_: AbortSignal) => {} }
  const segmentation = {
    segmenter: {
      warmUp() {},
      async segment(image: ImageBitmap, { signal, onSent }: SegmentOptions) {
        onSent?.()
        await networks.quick(signal)
        return signal.aborted ? err('aborted') : ok(discOf(image))
      },
    },
    refiner: {
      async find(image: ImageBitmap, { signal }: SegmentOptions) {
        searches.push(signal)
        await aborted(signal)
        return signal.aborted ? err('aborted') : ok<FoundMatte>({ ...discOf(image), isConfident: true, candidates: [] })
      },
      candidateMasks: async () => ok([]),
      leave: () => void networks.left++,
    },
    memory: async () => ({ tensors: 0 }),
    dispose() {},
  } as unknown as Segmentation
  return { networks, segmentation }
}

/** Resolves when the signal is aborted. */
export const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })

/** Returns a 160 × 120 px photo as a PNG file. */
export async function photoFile(name: string): Promise<File> {
  const { width, height, rgba } = await realPhoto()
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.putImageData(new ImageData(rgba, width, height), 0, 0)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' })
}
