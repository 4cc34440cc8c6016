import type { ComponentProps } from 'react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { subscribe } from 'valtio/vanilla'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import type { Workspace } from '#client/editor/workspace/workspace.ts'
import { stopAll } from '#client/kit/async/listeners.ts'
import type { Point } from '#client/kit/geometry/geometry.ts'
import type { GridMask } from '#client/media/segmenter/segmentationTypes.ts'
import { alphaPixels } from '#client/model/assets/pixels.ts'
import type { Revision } from '#client/model/assets/store.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { select } from '#client/model/session/ui/selection.ts'
import { editedObjectId, maskViewOf } from '#client/model/session/ui/subject.ts'
import { placeOverPhoto, toCss, visibleRegion } from '#client/render/compositor/viewport.ts'
import { editedMattesOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { asLifted } from '#client/render/objects/lifted.ts'
import { previewFrame } from '#client/render/previewDocument.ts'
import type { ErasedPart } from '../objects/erase.ts'
import { useSubjectState } from '../subjectState.ts'
import styles from './MaskOverlay.module.css'
import { createMaskPainter } from './maskPainter.ts'

/**
 * Overlays over the photo while the user selects the subject or edits a mask: the mask, the brush's outline, and a
 * preview of the next click or of a suggested subject. When such a view opens, deselects all layers except the layer
 * whose mask is edited.
 */
export function MaskOverlay() {
  const workspace = useWorkspace()
  const { panel, subject, comparison } = useSnapshot(workspace.session.ui)
  const { backdrop } = useSnapshot(workspace.session.doc)
  const view = maskViewOf({ panel, subject }) // in every view, the photo is at its own place
  const isPhotoInPlace = backdrop.type !== 'image' || backdrop.fit !== 'canvas'
  const edited = editedObjectId({ panel, subject })
  useEffect(() => {
    // in a mask view, the selection contains at most the layer whose mask is edited, because the view hides all other
    // layers
    const { session } = workspace
    if (view) select(session.ui, ...(edited && session.doc.layers[edited] ? [edited] : []))
  }, [view, edited, workspace])
  return (
    <>
      {(view || backdrop.type === 'original') && <ErasedParts />}
      {view && !comparison && (view === 'overlay' || view === 'mask') && <Mask key={`${view} ${edited}`} look={view} />}
      {(view || (panel === null && isPhotoInPlace)) && <ClickPreview />}
      {view && <Ring />}
    </>
  )
}

function Mask({ look }: { look: 'overlay' | 'mask' }) {
  const workspace = useWorkspace()
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => (canvas.current ? keepPainted(canvas.current, workspace, look) : undefined), [workspace, look])
  return <canvas ref={canvas} className={styles.overlay} aria-hidden />
}

/**
 * Repaints the mask at most once per frame. After the view has moved, repaints everything, otherwise only the edited
 * parts. Returns a function that stops painting.
 */
function keepPainted(canvas: HTMLCanvasElement, { session, viewport }: Workspace, look: 'overlay' | 'mask') {
  const painter = createMaskPainter(canvas, look)
  let frame = 0
  let revisions: Revision[] = []
  const mattes = editedMattesOf(session.assets)
  const matteSeen = () => {
    const doc = snapshotOf(session)
    const region = visibleRegion(viewport.get(), canvasSize(doc))
    const object = editedObjectId(session.ui)
    const layer = asLifted(object ? doc.layers[object] : undefined)
    if (!region) return null
    const look = { region, isDraft: session.history.isOpen }
    // requested for each paint, because the matte may have been replaced
    return layer ? mattes.liveObject(doc, layer, look).matte : mattes.liveSubject(doc, look).matte
  }
  const paint = () => {
    frame = 0
    painter.paint(matteSeen(), viewport.get(), revisions)
    revisions = []
  }
  const invalidate = () => {
    frame ||= requestAnimationFrame(paint)
  }
  invalidate()
  return stopAll([
    () => cancelAnimationFrame(frame),
    subscribe(session.doc, invalidate),
    subscribe(session.history.state, invalidate),
    viewport.subscribe(invalidate),
    mattes.onUpdate(invalidate),
    session.assets.onRevised((revision) => {
      revisions.push(revision)
      invalidate()
    }),
  ])
}

/** A preview of the area that a click would select. Until the preview of a tap is known, a ring pulses at the tap. */
function ClickPreview() {
  const { preview, marked } = useSubjectState()
  if (!preview) return marked && <Pulse at={marked} />
  return <PhotoOverlay mask={preview} className={styles.preview} data-adds={preview.adds} />
}

/** A canvas over the photo, which shows a mask in white. CSS sets the visible color. */
function PhotoOverlay({ mask, ...rest }: { mask: GridMask } & ComponentProps<'canvas'>) {
  const { session, viewport } = useWorkspace()
  const view = useSyncExternalStore(viewport.subscribe, viewport.get)
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) placeOverPhoto(canvas.current, session.doc.photo, view, previewFrame(session).fitted)
  })
  useEffect(() => {
    canvas.current?.getContext('2d')?.putImageData(alphaPixels(mask), 0, 0)
  }, [mask])
  return <canvas {...rest} ref={canvas} width={mask.width} height={mask.height} aria-hidden />
}

/** Overlays for all parts that are being erased. An overlay disappears when its background is filled. */
function ErasedParts() {
  const { erasing } = useSubjectState()
  return erasing.map((part) => <Erased key={part.id} part={part} />)
}

/**
 * The overlay for a part that is being erased. The canvas shows the part until the background is filled. Meanwhile a
 * veil covers the estimated mask, then the network's mask. Without a mask, a ring pulses at the click. Veils cross-fade.
 */
function Erased({ part: { at, estimate, mask, isFilled } }: { part: ErasedPart }) {
  return (
    <>
      {estimate && <PhotoOverlay className={styles.veil} mask={estimate} data-gone={mask !== null || isFilled} />}
      {mask && <PhotoOverlay className={styles.veil} mask={mask} data-gone={isFilled} />}
      {!estimate && !mask && at && <Pulse at={at} />}
    </>
  )
}

/** A pulsing ring at the position (photo px) of a part whose mask isn't known yet. */
function Pulse({ at }: { at: Point }) {
  const { viewport } = useWorkspace()
  const { x, y } = toCss(useSyncExternalStore(viewport.subscribe, viewport.get), at)
  return <div className={styles.pulse} style={{ translate: `${x}px ${y}px` }} aria-hidden />
}

function Ring() {
  const { feedback } = useWorkspace()
  const ring = useSyncExternalStore(feedback.subscribe, () => feedback.ring)
  if (!ring) return null
  const { at, diameter } = ring
  return (
    <div
      className={styles.ring}
      style={{
        width: diameter,
        height: diameter,
        translate: `${at.x - diameter / 2}px ${at.y - diameter / 2}px`,
      }}
      aria-hidden
    />
  )
}
