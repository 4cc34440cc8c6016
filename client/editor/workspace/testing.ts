/** Functions that let tests control the running editor. */
import type { Point } from '#client/kit/geometry/geometry.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { stateHash } from '#client/model/document/testing.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { toCss } from '#client/render/compositor/viewport.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import type { Workspace } from './workspace.ts'

export interface RenderedPreview {
  width: number
  height: number
  /** Premultiplied RGBA, from the top row to the bottom row. */
  pixels: Uint8Array
  /** The painted part of the document in document px. `scale`: device px per document px. */
  region: { x: number; y: number; width: number; height: number }
  scale: number
}

/** Functions that let tests control the running editor. They exist in development and in builds with TEST_HOOKS=1. */
export interface TestHooks {
  document(): DocumentSnapshot
  stateHash(): string
  /** Returns the subject's coverage, one byte per photo px. Null if the photo isn't segmented. */
  matte(): { width: number; height: number; coverage: Uint8Array } | null
  undo(): void
  redo(): void
  /** Resolves with the painted preview, as displayed if `watermark` is true. Rejects if there is no photo. */
  renderPreview(options: { watermark: boolean }): Promise<RenderedPreview>
  /** Converts a position from document px to CSS px from the canvas's top left corner. */
  toCanvas(point: Point): Point
  memory(): Promise<{ textures: number; tensors: number; objectUrls: number; workers: number }>
  /** Leaves the editor, waits for `between`, and opens the editor again with a new state. */
  reenter(between: () => Promise<void>): Promise<void>
}

declare global {
  interface Window {
    midground?: TestHooks
  }
}

/**
 * Installs `window.midground`. `setEntered` mounts and unmounts the editor. Returns a function that removes the hooks.
 */
export function installTestHooks(workspace: Workspace, setEntered: (isEntered: boolean) => void): () => void {
  const counted = countBrowserObjects()
  const { session, stage } = workspace
  window.midground = {
    document: () => snapshotOf(session),
    stateHash: () => stateHash(snapshotOf(session)),
    matte: () => matteOf(snapshotOf(session), session.assets),
    undo: () => session.history.undo(),
    redo: () => session.history.redo(),
    async renderPreview({ watermark }) {
      const { preview, renderer, draw } = await stage.ready()
      await preview.settle()
      if (!preview.painted) throw new Error('there is no photo')
      draw()
      const shot = watermark ? canvasPixels(renderer.canvas) : renderer.extract.pixels(preview.texture)
      const { pixels, width, height } = shot
      return { width, height, pixels: new Uint8Array(pixels.buffer), ...preview.painted }
    },
    toCanvas: (point) => toCss(workspace.viewport.get(), point),
    async memory() {
      const { tensors } = await workspace.segmentation.memory()
      return {
        // Pixi's list contains undefined for freed textures.
        textures: (await stage.ready()).renderer.texture.managedTextures.filter(Boolean).length,
        tensors,
        ...counted.counts(),
      }
    },
    async reenter(between) {
      setEntered(false)
      await between()
      setEntered(true)
    },
  }
  return () => {
    delete window.midground
    counted.stop()
  }
}

/**
 * Returns the canvas's pixels. Must be called in the task that has painted the canvas, because the pixels are cleared
 * after that task.
 */
function canvasPixels(canvas: { width: number; height: number }) {
  const { width, height } = canvas
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (!context) throw new Error('no 2D context')
  context.drawImage(canvas as HTMLCanvasElement, 0, 0)
  return { pixels: context.getImageData(0, 0, width, height).data, width, height }
}

/** Counts the object URLs and workers in use by wrapping the functions that create and release them. */
function countBrowserObjects() {
  const { createObjectURL, revokeObjectURL } = URL
  const NativeWorker = window.Worker
  const urls = new Set<string>()
  const workers = new Set<Worker>()
  URL.createObjectURL = (object) => {
    const url = createObjectURL.call(URL, object)
    urls.add(url)
    return url
  }
  URL.revokeObjectURL = (url) => {
    urls.delete(url)
    revokeObjectURL.call(URL, url)
  }
  window.Worker = class extends NativeWorker {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args)
      workers.add(this)
    }
    override terminate() {
      workers.delete(this)
      super.terminate()
    }
  }
  return {
    counts: () => ({ objectUrls: urls.size, workers: workers.size }),
    stop() {
      Object.assign(URL, { createObjectURL, revokeObjectURL })
      window.Worker = NativeWorker
    },
  }
}
