// Must be the first import: otherwise Pixi generates code at run time, which our CSP forbids.
import 'pixi.js/unsafe-eval'
import { Application, extend, useApplication } from '@pixi/react'
import {
  Container,
  Graphics,
  type Application as Pixi,
  Sprite,
  Text,
  Texture,
  Ticker,
  TilingSprite,
  type WebGLRenderer,
} from 'pixi.js'
import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useState, useSyncExternalStore } from 'react'
import { can } from '#client/kit/browser/self-checks/selfChecks.ts'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'
import { usePixelRatio } from '#client/kit/ui/hooks.ts'
import { isOpaque } from '#client/model/document/backdrop.ts'
import { workingSpace } from '#client/model/document/document.ts'
import type { Session } from '#client/model/session/session.ts'
import { SrgbPicture } from '#shaders/conversions.ts'
import { previewFrame } from '../previewDocument.ts'
import { Preview } from './preview.ts'
import { Selection, type SelectionProps } from './Selection.tsx'
import { turnedToCss, type View, type Viewport } from './viewport.ts'
import { Watermark } from './Watermark.tsx'

extend({ Container, Graphics, Sprite, Text, TilingSprite })

// Pixi's system ticker would request every animation frame to free unused resources. Instead, each draw updates the
// ticker, and an unchanged page requests no frames.
Ticker.system.autoStart = false

function draw(app: Pixi) {
  app.render()
  Ticker.system.update()
}

export interface StageHandle {
  renderer: WebGLRenderer
  preview: Preview
  /** Draws the current state of the stage, with selection and watermark. */
  draw(): void
}

/** Draws a tool's overlay in CSS px. Called at every draw with empty graphics. */
export type ToolOverlay = (graphics: Graphics, view: View) => void

/** Overlays on the document. */
interface Overlays extends Pick<SelectionProps, 'placed' | 'members' | 'guides' | 'can' | 'isFaint'> {
  toolOverlay: ToolOverlay | null
}

export interface StageOverlay {
  /** Called at every draw. Overlays may therefore change without a React render. */
  read(): Overlays
  /** Subscribes to changes to the overlays. The stage draws each change at the next animation frame. */
  subscribe(listener: () => void): () => void
}

/** Props of the stage. Sizes are in CSS px. */
export interface StageProps extends Omit<ConstructorParameters<typeof Preview>[0], 'renderer' | 'pixelRatio'> {
  session: Session
  viewport: Viewport
  overlay: StageOverlay
  size: { width: number; height: number }
  /** True for touch input, which needs larger handles. */
  isCoarse: boolean
  /** Product name that is repeated over the preview. Null = no watermark. */
  watermark: string | null
  onReady(handle: StageHandle | null): void
}

/**
 * The editor's canvas: hosts Pixi's renderer for the editor's whole life, shows the preview's texture and draws
 * selection and watermark over it. Exports do not use this component. Coordinates are CSS px.
 */
export function Stage(props: StageProps) {
  const pixelRatio = usePixelRatio()
  const [initialRatio] = useState(pixelRatio) // later ratios go to `renderer.resize`
  // Pixi starts with the children of the first render. Rendering again after the start passes the current children.
  const [, handInAgain] = useReducer((starts: number) => starts + 1, 0)
  return (
    <Application
      onInit={handInAgain}
      preference="webgl"
      autoStart={false}
      sharedTicker={false}
      backgroundAlpha={0}
      antialias
      autoDensity
      resolution={initialRatio}
      width={props.size.width}
      height={props.size.height}
    >
      <WhenReady {...props} pixelRatio={pixelRatio} />
    </Application>
  )
}

type Inner = StageProps & { pixelRatio: number }

function WhenReady(props: Inner) {
  const { app, isInitialised } = useApplication()
  return isInitialised ? <StageContent {...props} renderer={app.renderer as WebGLRenderer} /> : null
}

function StageContent(props: Inner & { renderer: WebGLRenderer }) {
  const { renderer, size, viewport, pixelRatio, overlay, watermark, session, isCoarse } = props
  const { app } = useApplication()
  const preview = usePreview(props)
  const painted = useSyncExternalStore(preview.subscribe, () => preview.painted)
  const screen = useScreenPicture(workingSpace(session.doc))

  useLayoutEffect(() => {
    renderer.resize(size.width, size.height, pixelRatio)
    preview.setPixelRatio(pixelRatio)
    viewport.set({ ...viewport.get(), canvas: size })
  }, [renderer, preview, viewport, size, pixelRatio])

  useEffect(() => overlay.subscribe(preview.invalidate), [overlay, preview])

  // Draws once per React commit, after Pixi's tree was updated.
  useLayoutEffect(() => {
    if (renderer.context.isLost) return
    showColorSpace(renderer, screen ? 'srgb' : workingSpace(session.doc))
    screen?.update(renderer, preview.texture)
    draw(app)
  })

  if (!painted || !session.doc.photo) return null
  const { fitted } = previewFrame(session)
  const view = viewport.get()
  const corner = turnedToCss(view, painted.region)
  const { toolOverlay, ...selection } = overlay.read()
  return (
    <>
      {/* Draws no checkerboard under an opaque image, because the squares could show through at the image's border. */}
      {!isOpaque(session.doc) && <Checkerboard view={view} shown={fitted} />}
      <pixiSprite
        texture={screen?.texture ?? preview.texture}
        x={Math.round(corner.x * pixelRatio) / pixelRatio}
        y={Math.round(corner.y * pixelRatio) / pixelRatio}
        scale={view.zoom / painted.scale}
      />
      {watermark && <Watermark name={watermark} view={view} shown={fitted} resolution={pixelRatio} />}
      <Selection view={view} isCoarse={isCoarse} {...selection} />
      <ToolGraphicsView draw={toolOverlay} view={view} />
    </>
  )
}

function ToolGraphicsView({ draw, view }: { draw: ToolOverlay | null; view: View }) {
  const drawOn = useCallback(
    (graphics: Graphics) => {
      graphics.clear()
      draw?.(graphics, view)
    },
    [draw, view],
  )
  return <pixiGraphics draw={drawOn} />
}

/** Creates one preview for the renderer's whole life. The props that create the preview must not change. */
function usePreview(props: Inner & { renderer: WebGLRenderer }): Preview {
  const [preview] = useState(() => {
    const { session, viewport, kinds, report, renderer } = props
    return new Preview({ session, viewport, kinds, report, renderer, pixelRatio: props.pixelRatio })
  })
  const { onReady, renderer } = props
  const { app } = useApplication()
  // uses a layout effect, because the preview must free its textures before React destroys the renderer
  useLayoutEffect(() => {
    onReady({ preview, renderer, draw: () => draw(app) })
    return () => {
      onReady(null)
      preview.stop()
    }
  }, [app, preview, renderer, onReady])
  return preview
}

/** Matches a screen that shows most colors of Display P3 (Media Queries 5, 5.3). */
const WIDE_SCREEN = '(color-gamut: p3)'

/** Sets the color space of the renderer's canvas, starting with the next draw. */
function showColorSpace({ gl }: WebGLRenderer, space: ColorSpace): void {
  if ('drawingBufferColorSpace' in gl && gl.drawingBufferColorSpace !== space) gl.drawingBufferColorSpace = space
}

/**
 * Returns the texture that converts the preview to sRGB. Returns null if the screen and the browser show the colors of
 * `space`. Browsers that composite pages without a GPU don't convert colors.
 */
function useScreenPicture(space: ColorSpace): SrgbPicture | null {
  const isWide = space !== 'srgb' && matchMedia(WIDE_SCREEN).matches
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (isWide) void can('wideGamut').then(setShown)
  }, [isWide])
  const isNeeded = space !== 'srgb' && !(isWide && isShown)
  const [picture, setPicture] = useState<SrgbPicture | null>(null)
  // uses a layout effect, because the texture must be freed before React destroys the renderer
  useLayoutEffect(() => {
    if (!isNeeded) return
    const created = new SrgbPicture()
    setPicture(created)
    return () => {
      setPicture(null)
      created.destroy()
    }
  }, [isNeeded])
  return isNeeded ? picture : null
}

/** Side of one square in CSS px. */
const SQUARE = 8

/** A checkerboard behind the transparent pixels of the image. `shown`: the part to fill, px of the turned canvas. */
function Checkerboard({ view, shown }: { view: View; shown: Rect }) {
  const texture = useMemo(tile, [])
  const corner = turnedToCss(view, shown)
  return (
    <pixiTilingSprite
      texture={texture}
      x={corner.x}
      y={corner.y}
      width={shown.width * view.zoom}
      height={shown.height * view.zoom}
    />
  )
}

function tile(): Texture {
  const canvas = new OffscreenCanvas(2 * SQUARE, 2 * SQUARE)
  const context = canvas.getContext('2d')
  if (!context) return Texture.WHITE
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, 2 * SQUARE, 2 * SQUARE)
  context.fillStyle = '#d4d4d4'
  context.fillRect(0, 0, SQUARE, SQUARE)
  context.fillRect(SQUARE, SQUARE, SQUARE, SQUARE)
  return Texture.from({ resource: canvas, scaleMode: 'nearest', addressMode: 'repeat' })
}
