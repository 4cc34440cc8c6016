import { Eye, EyeOff, GripVertical, Lock, LockOpen, type LucideIcon, WandSparkles } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { EmojiText } from '#client/kit/emoji/EmojiText.tsx'
import { t } from '#client/kit/i18n/translate.ts'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import { RenameInput } from '#client/kit/ui/controls/RenameInput.tsx'
import { cx } from '#client/kit/ui/cx.ts'
import { collectTyping } from '#client/kit/ui/typeAhead.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { hideLayer, isErased, lockLayer, mayRemove, renameLayer } from '#client/layers/actions.ts'
import { layerName, summarizeLayer } from '#client/layers/naming.ts'
import { kindOf } from '#client/layers/registry.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import styles from './LayersPanel.module.css'
import type { Thumbnails } from './thumbnails.ts'

interface Props {
  layer: LayerId
  doc: DocumentSnapshot
  thumbnails: Thumbnails
  isSelected: boolean
  /** True for the row that the Tab key reaches. All other rows are reached with arrow keys. */
  isActive: boolean
  isRenaming: boolean
  isDragged: boolean
  /** The side of this row where a dragged row would be dropped, or null if the drop isn't at this row. */
  drop: 'above' | 'below' | null
  onKeyDown(event: KeyboardEvent<HTMLElement>): void
  /** Called when the user selects the layer. If `isMore` is true, the layer is added to the selection. */
  onChoose(isMore: boolean): void
  /** Called when the user clicks the background's or the subject's row. Opens the layer's tab. */
  onOpen(): void
}

/**
 * A row of the Layers panel: thumbnail, name, visibility and lock. Renders nothing when the document has no such layer.
 */
export function LayerRow({ layer: id, doc, thumbnails, isActive, drop, onKeyDown, onChoose, onOpen, ...is }: Props) {
  const { session } = useWorkspace()
  const layer = doc.layers[id]
  if (!layer) return null
  const { icon, slot } = kindOf(layer.kind)
  const name = layerName(layer, doc)
  const isOwn = mayRemove({ doc }, id)
  const tabIndex = isActive ? 0 : -1
  return (
    <div
      className={cx(styles.row, !isOwn && styles.subject, layer.isHidden && styles.hidden)}
      role="treeitem"
      data-layer={id}
      data-drop={drop ?? undefined}
      data-dragged={is.isDragged || undefined}
      aria-label={summarizeLayer(layer, doc)}
      aria-selected={is.isSelected}
      tabIndex={tabIndex}
      onFocus={(event) => {
        if (event.target === event.currentTarget && !is.isSelected) onChoose(false)
      }}
      onMouseDown={(event) => {
        // preventDefault stops the subsequent focus event, which would select only this row
        if (event.shiftKey || event.ctrlKey || event.metaKey) {
          event.preventDefault()
          onChoose(true)
        }
      }}
      onClick={({ target, shiftKey, ctrlKey, metaKey }) => {
        const isOnButton = target instanceof Element && target.closest('button') !== null
        if (isOnButton || shiftKey || ctrlKey || metaKey) return
        // needed for a row that already had the focus or was selected with others, because `onFocus` then doesn't
        // select it
        onChoose(false)
        if (!isOwn) onOpen()
      }}
      onDoubleClick={() => {
        if (!isOwn) return
        session.ui.layers.renaming = id
        collectTyping(() => session.ui.layers.renaming === id)
      }}
      onKeyDown={(event) => {
        const isArrowOnButton = event.key.startsWith('Arrow') && event.target instanceof HTMLButtonElement
        if (event.target === event.currentTarget || isArrowOnButton) onKeyDown(event)
      }}
    >
      <span className={styles.words}>
        {isOwn && <GripVertical className={styles.grip} data-grip aria-hidden />}
        <span className={styles.picture}>
          <LayerThumbnail layer={id} thumbnails={thumbnails} icon={isErased(layer, doc) ? WandSparkles : icon} />
        </span>
        {is.isRenaming ? <LayerNameInput id={id} name={name} /> : <LayerName name={name} />}
      </span>
      {(isOwn || slot === 'subject') && <RowButtons layer={layer} name={name} isOwn={isOwn} tabIndex={tabIndex} />}
    </div>
  )
}

const LayerName = ({ name }: { name: string }) => (
  <span className={styles.name}>
    <EmojiText text={name} />
  </span>
)

function LayerNameInput({ id, name }: { id: LayerId; name: string }) {
  const { session } = useWorkspace()
  return (
    <RenameInput
      label={t('Layer name')}
      name={name}
      maxLength={80}
      className={styles.input}
      home="[role=treeitem]"
      onEnd={(next) => {
        session.ui.layers.renaming = null
        if (next !== null) renameLayer(session, id, next)
      }}
    />
  )
}

interface RowButtonsProps {
  layer: NonNullable<DocumentSnapshot['layers'][LayerId]>
  name: string
  isOwn: boolean
  tabIndex: number
}

/** The buttons for visibility and lock. Background and subject have no lock, because they can't be removed. */
function RowButtons({ layer, name, isOwn, tabIndex }: RowButtonsProps) {
  const { session } = useWorkspace()
  const { id, isHidden = false, isLocked = false } = layer
  const button = (isOn: boolean, label: string, hint: string, icon: LucideIcon, onClick: () => void) => (
    <IconButton {...{ label, hint, icon, onClick, tabIndex }} size="small" data-on={isOn || undefined} />
  )
  return (
    <span className={styles.buttons}>
      {isHidden
        ? button(true, t('Show {name}', { name }), t('Show'), EyeOff, () => hideLayer(session, id, false))
        : button(false, t('Hide {name}', { name }), t('Hide'), Eye, () => hideLayer(session, id, true))}
      {isOwn &&
        (isLocked
          ? button(true, t('Unlock {name}', { name }), t('Unlock'), Lock, () => lockLayer(session, id, false))
          : button(false, t('Lock {name}', { name }), t('Lock'), LockOpen, () => lockLayer(session, id, true)))}
    </span>
  )
}

interface ThumbnailProps {
  layer: LayerId
  thumbnails: Thumbnails
  /** The icon of the layer's kind. Shown before the thumbnail is painted, and while the layer is hidden. */
  icon: LucideIcon
}

/** The layer's thumbnail. Screen readers skip it, because the row contains the layer's name. */
function LayerThumbnail({ layer, thumbnails, icon: Glyph }: ThumbnailProps) {
  const picture = useSnapshot(thumbnails.pictures)[layer] as ImageData | null | undefined
  const canvas = useRef<HTMLCanvasElement>(null)
  useLayoutEffect(() => {
    if (picture) canvas.current?.getContext('2d')?.putImageData(picture, 0, 0)
  }, [picture])
  if (!picture) return <Glyph className={styles.glyph} strokeWidth={1.75} aria-hidden />
  return <canvas ref={canvas} className={styles.thumbnail} width={picture.width} height={picture.height} aria-hidden />
}
