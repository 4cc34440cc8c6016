/**
 * The preview: paints the visible part of the picture into a texture at screen resolution, at most once per animation
 * frame, and only what has changed.
 */
import { RenderTexture, type WebGLRenderer } from 'pixi.js'
import { subscribe } from 'valtio/vanilla'
import type { Rect } from '../../kit/base/geometry.ts'
import { createListeners } from '../../kit/base/listeners.ts'
import { liveFonts } from '../../kit/fonts/fonts.ts'
import { onFontLoaded } from '../../kit/fonts/load.ts'
import { t } from '../../kit/i18n/translate.ts'
import type { DocumentSnapshot } from '../../model/document/document.ts'
import type { Session } from '../../model/session/session.ts'
import type { Frame, NodeContext } from '../kind.ts'
import { progressiveMattesOf } from '../matting/mask-edits/progressiveMattes.ts'
import { previewDocument } from '../previewDocument.ts'
import { previewFrame } from '../previewFrame.ts'
import { LayerFlattener } from './LayerFlattener.ts'
import { type KindTable, Scene } from './scene.ts'
import { TurnedPreview } from './TurnedPreview.ts'
import type { Viewport } from './viewport.ts'

export interface Preview {
  /** The painted part of the picture: premultiplied, in the colour space of the photo, device px. */
  readonly texture: RenderTexture
  /** What `texture` shows: region (plane px, `model/document/crop.ts`) and scale (device px per plane px). Null = nothing. */
  readonly painted: { region: Rect; scale: number } | null
  /** Called after every paint; `painted` is then a new object. */
  subscribe(listener: () => void): () => void
  /** Requests a paint at the next animation frame. */
  invalidate(): void
  /** Paints now; resolves when everything that loads in the background (fonts, masks) is painted too. */
  settle(): Promise<void>
  stop(): void
}

interface PreviewOptions {
  session: Session
  renderer: WebGLRenderer
  viewport: Viewport
  kinds: KindTable
  report: NodeContext['report']
  /** Device px per CSS px. */
  pixelRatio: number
}

/**
 * Starts to paint the visible part of the document into `texture` of the returned preview, not onto the canvas: the
 * caller shows the texture. Repaints at the next animation frame after every change of the document, the interface, the
 * history or the viewport, until `stop`.
 */
export function startPreview({ session, renderer, viewport, kinds, report, pixelRatio }: PreviewOptions): Preview {
  // Dynamic, so that the sprite on the stage is notified of size changes.
  const texture = RenderTexture.create({ width: 1, height: 1, resolution: 1, dynamic: true })
  const context: NodeContext = { renderer, assets: session.assets, fonts: liveFonts, report }
  let scene = new Scene(kinds, context)
  let flattened = new LayerFlattener(renderer, scene)
  const mattes = progressiveMattesOf(session.assets)
  const listeners = createListeners()
  let painted: Preview['painted'] = null
  let frame: Frame | null = null
  /** The frame that was painted last; null = all of it must be repainted. */
  let drawnFrame: Frame | null = null
  let drawnTarget: RenderTexture | null = null
  const turned = new TurnedPreview(renderer, texture)
  let request = 0
  let isStopped = false

  function invalidate() {
    if (isStopped || request) return
    request = requestAnimationFrame(() => {
      request = 0
      void paint()
    })
  }

  function repaint() {
    drawnFrame = null
    invalidate()
  }

  /** Paints what is available, and once more when the rest has loaded; resolves after that. */
  async function paint(): Promise<void> {
    if (isStopped || renderer.context.isLost) return
    const doc = previewDocument(session)
    frame = nextFrame(doc)
    if (!frame) return publish(null)
    const pending = scene.sync(doc, frame)
    draw(doc, frame)
    if (!pending) return
    await pending
    redraw()
  }

  async function settle(): Promise<void> {
    await paint()
    for (let made = mattes.pending; made; made = mattes.pending) {
      await made
      await paint()
    }
    const pending = scene.pending() // asked for by an earlier paint
    await pending
    if (pending) redraw()
  }

  /** Updates all nodes although the document is unchanged: they update for a new frame object. */
  function refresh() {
    frame = null
    repaint()
  }

  /** Repaints everything, because nodes have loaded better pixels. */
  function redraw() {
    drawnFrame = null
    if (frame && !isStopped) draw(previewDocument(session), frame)
  }

  function draw(doc: DocumentSnapshot, at: Frame) {
    if (renderer.context.isLost || at !== frame) return
    const { target, region, show } = turned.prepare(at)
    flattened.update(target, doc, at, drawnFrame !== at || drawnTarget !== target)
    show()
    drawnFrame = at
    drawnTarget = target
    publish({ region, scale: at.scale })
  }

  function publish(next: Preview['painted']) {
    painted = next
    listeners.emit()
  }

  /** Rebuilds the scene after a lost context, which has lost all textures. */
  function rebuild() {
    flattened.destroy()
    turned.destroy()
    scene.destroy()
    scene = new Scene(kinds, context)
    flattened = new LayerFlattener(renderer, scene)
    refresh()
  }

  /** The frame to paint: the same object if nothing changed, since nodes compare frames by identity. */
  function nextFrame(doc: DocumentSnapshot): Frame | null {
    const view = viewport.get()
    const scale = view.zoom * pixelRatio
    const region = turned.plan(doc, previewFrame(session), view, scale)
    if (!region) return null
    const isDraft = session.history.isOpen
    const next = { region, scale, isDraft, isLive: true }
    return frame && isSameFrame(frame, next) ? frame : next
  }

  const unsubscribers = [
    subscribe(session.doc, invalidate),
    subscribe(session.ui, invalidate),
    subscribe(session.history.state, invalidate),
    viewport.subscribe(invalidate),
    onFontLoaded(repaint),
    mattes.onUpdate(refresh),
    onContextLoss(renderer, () => session.notices.toast({ title: t(CONTEXT_LOST) }), rebuild),
  ]
  invalidate()
  return {
    texture,
    get painted() {
      return painted
    },
    subscribe: listeners.subscribe,
    invalidate,
    settle,
    stop() {
      isStopped = true
      cancelAnimationFrame(request)
      listeners.clear()
      for (const stop of unsubscribers) stop()
      flattened.destroy()
      scene.destroy()
      turned.destroy()
      texture.destroy(true)
    },
  }
}

const CONTEXT_LOST = 'Your device reset its graphics. The picture is being rebuilt; nothing is lost.'

function onContextLoss(renderer: WebGLRenderer, onLost: () => void, onRestored: () => void): () => void {
  const { canvas } = renderer
  const restored = { contextChange: onRestored }
  canvas.addEventListener('webglcontextlost', onLost)
  renderer.runners.contextChange.add(restored)
  return () => {
    canvas.removeEventListener('webglcontextlost', onLost)
    renderer.runners.contextChange.remove(restored)
  }
}

const isSameFrame = (a: Frame, b: Frame) =>
  a.scale === b.scale &&
  a.isDraft === b.isDraft &&
  a.region.x === b.region.x &&
  a.region.y === b.region.y &&
  a.region.width === b.region.width &&
  a.region.height === b.region.height
