/** Runs gestures on the canvas with the editor's preview and measures their frames. */
import type { WebGLRenderer } from 'pixi.js'
import type { Size } from '#client/kit/geometry/geometry.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { paintedKinds } from '#client/layers/nodes.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import type { Session } from '#client/model/session/session.ts'
import { Preview } from '#client/render/compositor/preview.ts'
import { createViewport, fitView } from '#client/render/compositor/viewport.ts'
import { coverageOf, portrait, sessionOf } from './documents.ts'
import { photoOf, sizeOf } from './photo.ts'
import { createRenderer, type Frame, finish, rounds, type Setting } from './setting.ts'

export interface Gesture {
  frame: Frame
  stop(): void
}

/** The editor's canvas in CSS px, with a device pixel ratio of 1. */
export const CANVAS: Size = { width: 1600, height: 1000 }

/** Starts a gesture in a session with a segmented photo. `photo`: a copy of its pixels. */
type Start = (session: Session, photo: ImageBitmap) => Promise<Gesture>

/** Starts all gestures on the same 12 MP photo. Returns the median time of a frame of each, ms. */
export async function timeGestures<Name extends string>(
  { photo }: Setting,
  count: number,
  starts: Readonly<Record<Name, Start>>,
): Promise<Record<Name, number>> {
  const bitmap = await photoOf(sizeOf(12), photo)
  const coverage = coverageOf(portrait(bitmap))
  const gestures: [string, Gesture][] = []
  for (const [name, start] of Object.entries<Start>(starts))
    gestures.push([name, await start(sessionOf(await createImageBitmap(bitmap), coverage), bitmap)])
  const frames = Object.fromEntries(gestures.map(([name, { frame }]) => [name, frame])) as Record<Name, Frame>
  const times = await rounds(count, frames)
  for (const [, { stop }] of gestures) stop()
  return times
}

/**
 * Starts a gesture on the canvas (CSS px). Each frame makes one step, paints, and waits for the pixels. Uses its own
 * renderer, because renderers cache textures per session. `begin` runs in the gesture and returns the function that
 * makes step n.
 */
export async function startGesture(
  session: Session,
  selected: readonly LayerId[],
  begin: () => (n: number) => void,
  canvas: Size = CANVAS,
): Promise<Gesture> {
  const renderer = await createRenderer()
  const preview = previewOf(renderer, session, canvas)
  session.ui.selection = [...selected]
  await preview.settle()
  const gesture = session.history.begin('Change')
  const write = begin()
  return {
    async frame(n) {
      write(n)
      await preview.settle()
      finish(renderer, preview.texture)
    },
    stop() {
      gesture.cancel()
      preview.stop()
      session.dispose()
      renderer.destroy()
    },
  }
}

/** Creates a preview that fits the document into the canvas. */
export function previewOf(renderer: WebGLRenderer, session: Session, canvas: Size = CANVAS): Preview {
  const viewport = createViewport()
  viewport.set(fitView(canvas, canvasSize(session.doc)))
  return new Preview({ session, renderer, viewport, kinds: paintedKinds, report() {}, pixelRatio: 1 })
}
