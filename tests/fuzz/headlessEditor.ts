/** An editor without a browser: session, tools and flows. A seed determines its random actions. */

import { runKeys } from '#client/editor/commands/shortcuts.ts'
import { commandContext } from '#client/editor/commands/testing.ts'
import { createAnnouncer } from '#client/editor/flows/flow.ts'
import { Feedback } from '#client/editor/tools/feedback.ts'
import { Toolbox } from '#client/editor/tools/toolbox.ts'
import { features } from '#client/features/registry.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { ok } from '#client/kit/values/result.ts'
import { kinds, newLayer } from '#client/layers/registry.ts'
import type { ImportedImage } from '#client/media/importer/importer.ts'
import { createSession, snapshotOf } from '#client/model/session/session.ts'
import { createViewport } from '#client/render/compositor/viewport.ts'
import { randomFrom } from '../helpers/random.ts'

export type HeadlessEditor = ReturnType<typeof headlessEditor>

/**
 * Creates an editor with a segmented 800 × 600 px photo. `now`: clock in ms. The history uses it to merge similar
 * steps.
 */
export function headlessEditor(seed: number, now = Date.now) {
  const random = randomFrom(seed)
  const between = (from: number, to: number) => from + random() * (to - from)
  const pick = <T>(list: readonly T[]): T => {
    const item = list[Math.floor(random() * list.length)]
    if (item === undefined) throw new Error('the list is empty')
    return item
  }

  const toasts: string[] = []
  const session = createSession(
    { alert: async () => {}, confirm: async () => true, toast: ({ title }) => void toasts.push(title) },
    { isStrict: true, now },
  )
  session.history.restart(() => {
    session.doc.photo = { asset: 'p' as AssetId, name: 'p.png', width: 800, height: 600, hasAlpha: false }
    session.doc.separation = { matte: 'm' as AssetId, model: 'test', box: { x: 250, y: 100, width: 300, height: 500 } }
    newLayer(session.doc, 'background')
    newLayer(session.doc, 'subject')
  })
  const viewport = createViewport()
  viewport.set({ zoom: 1, origin: { x: 0, y: 0 }, canvas: { width: 800, height: 600 } })
  // does nothing, because there is no neural network
  const flow = () => ({ point() {}, click() {}, box() {}, liftPeople() {} }) as never
  const tools = new Toolbox({ session, viewport, kinds, feedback: new Feedback(), flow }, features.panels.toolOf)
  const imported = (): ImportedImage => ({
    bitmap: { close() {} } as ImageBitmap, // an empty bitmap, because nothing is rendered
    width: Math.ceil(between(1, 2000)),
    height: Math.ceil(between(1, 2000)),
    hasAlpha: random() < 0.5,
    name: 'b.png',
    type: 'png',
    sha256: 'b',
    blob: new Blob(),
  })
  const context = commandContext(features, { session, viewport, tools, flow })
  return {
    session,
    /** Titles of all toasts. */
    toasts,
    tools,
    /** The dependencies of flows that import an image. The image has a random size. */
    imports: { session, announcer: createAnnouncer(session), importImage: async () => ok(imported()) },
    chance: (of: number) => random() < of,
    between,
    pick,
    ids: () => [...snapshotOf(session).order],
    key: (name: string, shiftKey = false) => runKeys(name, context, shiftKey),
  }
}
