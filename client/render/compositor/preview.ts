import { RenderTexture, type WebGLRenderer } from 'pixi.js'
import { snapshot, subscribe } from 'valtio/vanilla'
import { createListeners, stopAll } from '#client/kit/async/listeners.ts'
import { liveFonts } from '#client/kit/fonts/fonts.ts'
import { onFontLoaded } from '#client/kit/fonts/load.ts'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { isEqual, sameItems } from '#client/kit/values/identity.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { Session } from '#client/model/session/session.ts'
import type { Frame, KindTable, NodeContext } from '../kind.ts'
import { type EditedMattes, editedMattesOf } from '../matting/mask-edits/editedMattes.ts'
import { previewDocument, previewFrame } from '../previewDocument.ts'
import { LayerFlattener } from './LayerFlattener.ts'
import { Scene } from './scene.ts'
import { TurnedPreview } from './turnedPicture.ts'
import type { Viewport } from './viewport.ts'

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
 * Paints the visible part of the document into `texture`, which the caller displays, at screen resolution. A change of
 * document, interface, history or viewport repaints the changed areas at the next animation frame, until `stop`.
 */
export class Preview {
  /**
   * The painted part of the image: premultiplied, in the photo's color space, in device px. The texture is dynamic,
   * because Pixi notifies the stage's sprite of a new size only for dynamic textures.
   */
  readonly texture = RenderTexture.create({ width: 1, height: 1, resolution: 1, dynamic: true })
  /**
   * Region (px of the turned canvas) and scale (device px per such px) of `texture`. Null before the first paint, and
   * while the canvas is outside the view.
   */
  painted: { region: Rect; scale: number } | null = null
  private readonly options: PreviewOptions
  /** Device px per CSS px. */
  private pixelRatio: number
  private readonly context: NodeContext
  private readonly mattes: EditedMattes
  private readonly listeners = createListeners()
  /**
   * Subscribes to changes of `painted`, which is a new object after each paint. `subscribe` doesn't need `this`, so
   * React's `useSyncExternalStore` can call it.
   */
  readonly subscribe = this.listeners.subscribe
  private readonly turned: TurnedPreview
  private readonly unsubscribe: () => void
  private scene: Scene
  private flattener: LayerFlattener
  private frame: Frame | null = null
  /** The last painted frame. If it is null, the next paint repaints everything. */
  private drawnFrame: Frame | null = null
  private drawnTarget: RenderTexture | null = null
  /** Id of the requested animation frame. 0 = no request. */
  private request = 0
  private isStopped = false

  constructor(options: PreviewOptions) {
    const { session, renderer, viewport, kinds, report } = options
    this.options = options
    this.pixelRatio = options.pixelRatio
    this.context = { renderer, assets: session.assets, fonts: liveFonts, report }
    this.mattes = editedMattesOf(session.assets)
    this.turned = new TurnedPreview(renderer, this.texture)
    this.scene = new Scene(kinds, this.context)
    this.flattener = new LayerFlattener(renderer, this.scene)
    const { invalidate } = this
    this.unsubscribe = stopAll([
      subscribe(session.doc, invalidate),
      onShownChange(session, invalidate),
      subscribe(session.history.state, invalidate),
      viewport.subscribe(invalidate),
      onFontLoaded(() => this.repaint()),
      this.mattes.onUpdate(() => this.refresh()),
      onContextLoss(
        renderer,
        () => session.notices.toast({ title: t(CONTEXT_LOST) }),
        () => this.rebuild(),
      ),
    ])
    this.invalidate()
  }

  /** Requests a paint at the next animation frame. `invalidate` doesn't need `this`, so it can be a listener. */
  readonly invalidate = (): void => {
    if (this.isStopped || this.request) return
    this.request = requestAnimationFrame(() => {
      this.request = 0
      void this.paint()
    })
  }

  /** Paints now. Resolves when everything that loads in the background (fonts, masks) is painted too. */
  async settle(): Promise<void> {
    await this.paint()
    for (let made = this.mattes.pending; made; made = this.mattes.pending) {
      await made
      await this.paint()
    }
    const pending = this.scene.pending() // includes updates that an earlier paint has started
    await pending
    if (pending) this.redraw()
  }

  /** Paints with another number of device px per CSS px from the next animation frame on. */
  setPixelRatio(ratio: number): void {
    this.pixelRatio = ratio
    this.invalidate()
  }

  stop(): void {
    this.isStopped = true
    cancelAnimationFrame(this.request)
    this.listeners.clear()
    this.unsubscribe()
    this.flattener.destroy()
    this.scene.destroy()
    this.turned.destroy()
    this.texture.destroy(true)
  }

  /**
   * Paints all loaded content now, and paints again when the rest has loaded. Until then, the old image remains if a
   * layer would vanish from it.
   */
  private async paint(): Promise<void> {
    if (this.isStopped || this.options.renderer.context.isLost) return
    const doc = previewDocument(this.options.session)
    this.frame = this.nextFrame(doc)
    if (!this.frame) {
      this.publish(null)
      return
    }
    const pending = this.scene.sync(doc, this.frame)
    if (!this.scene.hasBlank()) this.draw(doc, this.frame)
    if (!pending) return
    await pending.finally(() => this.redraw())
  }

  private repaint(): void {
    this.drawnFrame = null
    this.invalidate()
  }

  /** Updates all nodes even though the document hasn't changed, by passing a new frame object. */
  private refresh(): void {
    this.frame = null
    this.repaint()
  }

  /** Repaints everything after nodes have loaded better pixels. */
  private redraw(): void {
    this.drawnFrame = null
    if (this.frame && !this.isStopped) this.draw(previewDocument(this.options.session), this.frame)
  }

  private draw(doc: DocumentSnapshot, at: Frame): void {
    if (this.options.renderer.context.isLost || at !== this.frame) return
    const { target, region, show } = this.turned.prepare(at)
    this.flattener.update(target, doc, at, this.drawnFrame !== at || this.drawnTarget !== target)
    show()
    this.drawnFrame = at
    this.drawnTarget = target
    this.publish({ region, scale: at.scale })
  }

  private publish(next: Preview['painted']): void {
    this.painted = next
    this.listeners.emit()
  }

  /** Rebuilds the scene after a lost context, which destroyed all textures. */
  private rebuild(): void {
    this.flattener.destroy()
    this.turned.destroy()
    this.scene.destroy()
    this.scene = new Scene(this.options.kinds, this.context)
    this.flattener = new LayerFlattener(this.options.renderer, this.scene)
    this.refresh()
  }

  /** Returns the frame to paint. An unchanged frame is the same object, because nodes compare frames by identity. */
  private nextFrame(doc: DocumentSnapshot): Frame | null {
    const { session, viewport } = this.options
    const view = viewport.get()
    const scale = view.zoom * this.pixelRatio
    const region = this.turned.plan(doc, previewFrame(session), view, scale)
    if (!region) return null
    const next = { region, scale, isDraft: session.history.isOpen, isLive: true }
    return isEqual(this.frame, next) ? this.frame : next
  }
}

/**
 * Calls `listener` after interface changes that may affect the image or its overlays. Ignores status messages.
 * Otherwise the progress of an export would redraw the canvas repeatedly, and each redraw would block the page's thread
 * until the export's GPU work is done.
 */
export function onShownChange({ ui }: Session, listener: () => void): () => void {
  let last = shownOf(ui)
  return subscribe(ui, () => {
    const now = shownOf(ui)
    const isSame = sameItems(now, last)
    last = now
    if (!isSame) listener()
  })
}

/** Fields of the interface that affect neither the image nor its overlays. */
const NOT_SHOWN: ReadonlySet<string> = new Set([
  'status',
  'pendingSteps',
  'isDownloading',
  'downloadedVersion',
  'storedVersion',
])

const shownOf = (ui: Session['ui']): readonly unknown[] =>
  Object.entries(snapshot(ui)).flatMap(([name, value]) => (NOT_SHOWN.has(name) ? [] : [value]))

const CONTEXT_LOST = 'Your device’s graphics were reset. Restoring your image. Nothing was lost.'

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
