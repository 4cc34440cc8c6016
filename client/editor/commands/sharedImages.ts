/**
 * Sends the images of copied layers to the tab where the layers are pasted. The clipboard contains only the images'
 * ids, because a photo may be too large for the clipboard.
 */
import { type PackedAssets, packAssets } from '#client/engine/project-file/pack.ts'
import { type UnpackDeps, unpackProject } from '#client/engine/project-file/unpack.ts'
import { type AssetId, randomUuid } from '#client/kit/values/ids.ts'
import type { AssetStore } from '#client/model/assets/store.ts'
import { emptyDocument } from '#client/model/document/document.ts'

/** Name of the BroadcastChannel that all tabs use. */
const CHANNEL = 'midground-paste'

interface Question {
  question: string
  images: readonly AssetId[]
}

/**
 * A reply to a tab. `answer`: id of the question. `packed`: the images, or null to announce that they follow, because
 * packing may take a moment.
 */
interface Answer {
  answer: string
  packed: PackedAssets | null
}

/**
 * Sends images to other tabs that request them. Replies only if this tab has all requested images, because the other
 * tab uses the first reply. Returns a function that stops this.
 */
export function shareImages(assets: AssetStore): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  const answer = async ({ question, images }: Question) => {
    const known = assets.withIds(new Set(images)).filter((asset) => asset.kind === 'bitmap' && asset.source)
    if (known.length < new Set(images).size) return
    const send = (packed: Answer['packed']) => channel.postMessage({ answer: question, packed } satisfies Answer)
    send(null)
    send(await packAssets(known))
  }
  channel.onmessage = ({ data }: MessageEvent<Question | Answer>) => {
    // an error is only logged, because the other tab reports missing images
    if ('question' in data) void answer(data).catch(console.warn)
  }
  return () => channel.close()
}

/** Maximum wait for a tab that has the images, ms. */
const ANSWER_MS = 2000
/** Maximum time in ms to wait for images that another tab has announced. */
const IMAGES_MS = 30_000

export interface FetchImageDeps extends Pick<UnpackDeps, 'decode'> {
  assets: AssetStore
}

/**
 * Requests images from the other tabs and stores the images of the first reply. Resolves without images if no tab
 * replies, for example because the tab was closed. `signal` stops the wait.
 */
export async function fetchImages(
  { assets, ...deps }: FetchImageDeps,
  images: readonly AssetId[],
  signal: AbortSignal,
): Promise<void> {
  const found = await askTabs(images, signal)
  if (!found || signal.aborted) return
  const wanted = found.assets.filter(({ id }) => images.includes(id))
  const part = async (hash: string) => found.parts.get(hash) ?? null
  const project = { document: emptyDocument(), assets: wanted, fonts: [] }
  const unpacked = await unpackProject(project, { ...deps, part }, signal)
  if (unpacked.ok) assets.restore(unpacked.value.assets)
}

async function askTabs(images: readonly AssetId[], signal: AbortSignal): Promise<PackedAssets | null> {
  const channel = new BroadcastChannel(CHANNEL)
  const question = randomUuid()
  const { promise, resolve } = Promise.withResolvers<PackedAssets | null>()
  const giveUp = () => resolve(null)
  let timer = setTimeout(giveUp, ANSWER_MS)
  signal.addEventListener('abort', giveUp)
  channel.onmessage = ({ data }: MessageEvent<Question | Answer>) => {
    if (!('answer' in data) || data.answer !== question) return
    clearTimeout(timer)
    if (data.packed) resolve(data.packed)
    else timer = setTimeout(giveUp, IMAGES_MS)
  }
  channel.postMessage({ question, images } satisfies Question)
  const packed = await promise
  clearTimeout(timer)
  channel.close()
  return packed
}
