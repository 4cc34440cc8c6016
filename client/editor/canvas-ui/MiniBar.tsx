import { AlignCenterHorizontal, BringToFront, SendToBack, Shrink } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { IDENTITY, transformedBounds } from '#client/kit/base/affine.ts'
import type { LayerId } from '#client/kit/base/ids.ts'
import { isTyping } from '#client/kit/base/keyboard.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import { COARSE, useMedia } from '#client/kit/ui/hooks.ts'
import { Menu, MenuItem } from '#client/kit/ui/overlays/Menu.tsx'
import { mayRemove, placeLayer } from '#client/layers/actions.ts'
import { kindOf, kinds } from '#client/layers/registry.ts'
import { seenMap } from '#client/layers/shared/seen.ts'
import { textBehind } from '#client/layers/text/bestPlace.ts'
import { pictureRect } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { isFormatOpen } from '#client/model/session/ui/format.ts'
import { changeableSelection } from '#client/model/session/ui/subject.ts'
import { isSelectionFaint, MOTION_TAB, type Ui } from '#client/model/session/ui/ui.ts'
import { planeToCss } from '#client/render/compositor/viewport.ts'
import { uprightBox } from '#client/render/kind.ts'
import { type Group, groupOf, seenGroupBox } from '../canvas/group.ts'
import { CommandButton, useCommands } from '../commands/CommandButton.tsx'
import { arrangements } from '../commands/menus.ts'
import { commandOf } from '../commands/registry.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import { barPlace } from './barPlace.ts'
import styles from './MiniBar.module.css'

/** Sizes of the bar, and the height that undo and zoom take at the bottom of the canvas; CSS px. */
const FINE = { button: 28, height: 34, floor: 52 }
const FOR_FINGERS = { button: 46, height: 52, floor: 72 }
/** Horizontal padding of the bar, CSS px. */
const PADDING = 6

/** The toolbar beside the selected layers. */
export function MiniBar() {
  const { session, viewport, feedback } = useWorkspace()
  const ui = useSnapshot(session.ui) as Ui
  const { tab } = ui
  const selection = changeableSelection(ui)
  const isFaint = isSelectionFaint(ui)
  const doc = useSnapshot(session.doc)
  const view = useSyncExternalStore(viewport.subscribe, viewport.get)
  const isDragging = useSyncExternalStore(
    feedback.subscribe,
    () => feedback.readout !== null || feedback.guides.length > 0,
  )
  const isCoarse = useMedia(COARSE)
  const isTyping = useIsTyping()
  // Computed from the tracked snapshot, so that the bar follows every field that the box depends on.
  const group = groupOf(doc as DocumentSnapshot, kinds, selection)
  // The subject and the background have no actions here.
  if (
    !group ||
    isDragging ||
    isFormatOpen({ tab }) ||
    tab === MOTION_TAB ||
    !group.members.some(({ id }) => mayRemove({ doc }, id))
  )
    return null

  const isOne = group.members.length === 1
  const hasSides = group.members.some(({ start }) => kindOf(start.kind).slot === 'placed')
  const fitted = isOne ? overflowing(group, doc as DocumentSnapshot) : null
  const canBeRead = textBehind(doc as DocumentSnapshot, selection) !== null
  const buttons = 2 + [hasSides, !isOne, fitted, canBeRead].filter(Boolean).length
  const { button, height, floor } = isCoarse ? FOR_FINGERS : FINE
  const upright = transformedBounds(view.turn ?? IDENTITY, uprightBox(group.placed))
  const place = barPlace(
    { ...planeToCss(view, upright), width: upright.width * view.zoom, height: upright.height * view.zoom },
    {
      canvas: view.canvas,
      bar: { width: buttons * button + PADDING, height },
      floor,
      isTyping: isCoarse && isTyping, // touch devices show an on-screen keyboard
    },
  )
  if (!place) return null
  const isBehind = group.members.every(({ start }) => start.placement === 'background')
  return (
    <div
      className={styles.bar}
      data-faint={isFaint || undefined}
      role="toolbar"
      aria-label={isOne ? t('Selected layer') : t('Selected layers')}
      style={{ translate: `calc(${place.x}px - 50%) ${place.y}px` }}
    >
      {hasSides && (
        <IconButton
          size="small"
          label={isBehind ? t('Move in front of subject') : t('Move behind subject')}
          icon={isBehind ? BringToFront : SendToBack}
          shortcut={commandOf(isBehind ? 'bring-forward' : 'send-backward').keys[0]}
          onClick={() => placeLayer(session, selection, isBehind ? 'foreground' : 'background')}
        />
      )}
      {canBeRead && <CommandButton id="best-place" size="small" />}
      {fitted && (
        <IconButton
          size="small"
          label={t('Fit text to image')}
          icon={Shrink}
          onClick={() => fitToImage(session, fitted)}
        />
      )}
      {!isOne && <AlignMenu />}
      <CommandButton id="duplicate" size="small" label={isOne ? t('Duplicate layer') : t('Duplicate layers')} />
      <CommandButton id="delete" size="small" label={isOne ? t('Delete layer') : t('Delete layers')} />
    </div>
  )
}

/** Returns the id of a single layer that exceeds the visible image and can be fitted into it; null = none. */
function overflowing(group: Group, doc: DocumentSnapshot): LayerId | null {
  const [member] = group.members
  if (!member?.transform.fitInto) return null
  const [box, picture] = [seenGroupBox(group, seenMap(doc)), pictureRect(doc)]
  const isInside =
    box.x >= picture.x - 1 &&
    box.y >= picture.y - 1 &&
    box.x + box.width <= picture.x + picture.width + 1 &&
    box.y + box.height <= picture.y + picture.height + 1
  return isInside ? null : member.id
}

function fitToImage(session: Session, id: LayerId): void {
  const layer = session.doc.layers[id]
  if (layer)
    session.history.transact(t('Fit'), () => kindOf(layer.kind).transform?.fitInto?.(layer, () => snapshotOf(session)))
}

function AlignMenu() {
  const commands = useCommands()
  return (
    <Menu align="center" trigger={<IconButton size="small" label={t('Align')} icon={AlignCenterHorizontal} />}>
      {arrangements(commands).map(({ label, icon, shortcut, run }) => (
        <MenuItem key={label} icon={icon} shortcut={shortcut} onSelect={run}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** Hook that returns whether a text field has the focus. */
function useIsTyping(): boolean {
  const [is, setIs] = useState(() => isTyping(document.activeElement))
  useEffect(() => {
    const gained = ({ target }: FocusEvent) => setIs(isTyping(target))
    const lost = ({ relatedTarget }: FocusEvent) => setIs(isTyping(relatedTarget))
    document.addEventListener('focusin', gained)
    document.addEventListener('focusout', lost)
    return () => {
      document.removeEventListener('focusin', gained)
      document.removeEventListener('focusout', lost)
    }
  }, [])
  return is
}
