import { AlignCenterHorizontal, Shrink } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import type { Point, Size } from '#client/kit/base/geometry.ts'
import type { LayerId } from '#client/kit/base/ids.ts'
import { isTyping } from '#client/kit/base/keyboard.ts'
import { listen } from '#client/kit/base/listeners.ts'
import { contains, expandRect } from '#client/kit/base/rect.ts'
import { useLanguage } from '#client/kit/i18n/language.ts'
import { directionOf } from '#client/kit/i18n/languages.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { COARSE, NARROW, useMedia, useRequired, useSize } from '#client/kit/ui/hooks.ts'
import { lazyPart } from '#client/kit/ui/lazyPart.tsx'
import { Menu, MenuItem } from '#client/kit/ui/overlays/Menu.tsx'
import { hasSides, mayRemove, placeLayer } from '#client/layers/actions.ts'
import { BehindSubject, InFrontOfSubject } from '#client/layers/cards/placementIcons.ts'
import { kindOf, kinds } from '#client/layers/registry.ts'
import { isMostlyHidden } from '#client/layers/shared/occlusion.ts'
import { seenBox, seenMap } from '#client/layers/shared/seen.ts'
import { boxesOfOthers, headBox } from '#client/layers/subjectBox.ts'
import { textBehind } from '#client/layers/text/bestPlace.ts'
import { pictureRect } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { changeableSelection } from '#client/model/session/ui/subject.ts'
import type { Ui } from '#client/model/session/ui/ui.ts'
import { handlesOf, orbitHandle, resizeHandlePoint, rotateHandle } from '#client/render/compositor/handles.ts'
import { toCss, type View } from '#client/render/compositor/viewport.ts'
import { uprightBox } from '#client/render/kind.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { abilitiesOf, type Group, groupOf } from '../canvas/group.ts'
import type { TOLERANCE } from '../canvas/targets.ts'
import { useCommands } from '../commands/CommandButton.tsx'
import { commandName, disabledReason, runCommand } from '../commands/command.ts'
import { arrangements } from '../commands/menus.ts'
import { FeaturesContext } from '../host/Slot.tsx'
import { isSelectionFaint, TOUCH, WIDE } from '../workspace/view.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import { BarButton } from './BarButton.tsx'
import { barPlace } from './barPlace.ts'
import styles from './MiniBar.module.css'
import { onScreen, planeOnScreen } from './onScreen.ts'
import { usePhotoTools } from './usePhotoTools.ts'

const BarFields = lazyPart(() => import('./BarFields.tsx'))

/** Gap between the bar and the controls at the bottom of the canvas, CSS px. */
const GAP = 12

/** The place of toasts and of the note about the watermark, at the top of the canvas, CSS px. */
const MESSAGES = { y: 12, width: 400, height: 34 }

/**
 * The toolbar next to the selected layers. Without a selection, the toolbar is in a corner of the canvas and contains
 * the photo's tools.
 */
export function MiniBar() {
  const { session, viewport, feedback } = useWorkspace()
  const ui = useSnapshot(session.ui) as Ui
  const selection = changeableSelection(ui)
  const doc = useSnapshot(session.doc) as DocumentSnapshot
  const view = useSyncExternalStore(viewport.subscribe, viewport.get)
  const isDragging = useSyncExternalStore(
    feedback.subscribe,
    () => feedback.readout !== null || feedback.guides.length > 0,
  )
  const isCoarse = useMedia(COARSE)
  const isTyping = useIsTyping()
  const isRightToLeft = directionOf(useLanguage()) === 'rtl'
  const hasPhotoTools = usePhotoTools(doc, ui)
  if (isDragging || ui.typing || session.viewOf(ui.tab).hidesSelection) return null
  // computed from the tracked snapshot, so that the bar rerenders when a field changes the box
  const group = groupOf(doc, kinds, selection)
  // The bar has no actions for a selection of only subject and background.
  if (!group?.members.some(({ id }) => mayRemove({ doc }, id))) return hasPhotoTools && <PhotoBar ui={ui} />
  const pointer = isCoarse ? 'coarse' : 'fine'
  const { end, height } = isCoarse ? TOUCH : WIDE
  const { width } = view.canvas
  const messages = isCoarse ? [] : [{ ...MESSAGES, x: (width - MESSAGES.width) / 2 }]
  const room = {
    canvas: view.canvas,
    floor: height + GAP,
    besideControls: isRightToLeft ? { start: end + GAP, end: width - GAP } : { start: GAP, end: width - end - GAP },
    isTyping: isCoarse && isTyping, // only touch devices have an on-screen keyboard
    handles: gripsOf(group, view, pointer).map((at) => toCss(view, at)),
    others: [
      ...[...boxesOfOthers(doc, selection), headBox(doc)].flatMap((box) => (box ? onScreen(box, view) : [])),
      ...messages,
    ],
    picture: planeOnScreen(pictureRect(doc), view),
  }
  return (
    <Bar
      key={selection.join()}
      label={group.members.length === 1 ? t('Selected layer') : t('Selected layers')}
      place={(bar) => barPlace(onScreen(uprightBox(group.placed), view), { ...room, bar })}
    >
      {(pin) => <LayerActions group={group} doc={doc} pin={pin} />}
    </Bar>
  )
}

interface BarProps {
  label: string
  /** Returns the position of the top center of a bar with this size, CSS px, or null if there isn't enough room. */
  place(size: Size): Point | null
  /** Renders the bar's content. `pin` fixes the bar's position while one of its popovers is open. */
  children(pin: (isOpen: boolean) => void): ReactNode
}

/** The bar next to the selected layers. On phones the bar is docked between Crop and Layers. */
function Bar({ label, place, children }: BarProps) {
  const { session, feedback } = useWorkspace()
  const ui = useSnapshot(session.ui) as Ui
  const bar = useRef<HTMLDivElement>(null)
  const size = useSize(bar)
  const isDocked = useMedia(NARROW)
  const [pinned, setPinned] = useState<Point | null>(null)
  const at = pinned ?? (size && place(size))
  const { x, y } = at ?? {}
  useEffect(() => {
    const isFloating = !isDocked && size && x !== undefined && y !== undefined
    if (isFloating) feedback.placeBar({ x: x - size.width / 2, y, ...size })
    return () => feedback.placeBar(null)
  }, [feedback, isDocked, size, x, y])
  return (
    <div
      ref={bar}
      className={styles.bar}
      data-faint={isSelectionFaint(ui, session.viewOf(ui.tab)) || undefined}
      data-docked={isDocked || undefined}
      role="toolbar"
      aria-label={label}
      style={isDocked ? undefined : at ? { translate: `calc(${at.x}px - 50%) ${at.y}px` } : { visibility: 'hidden' }}
    >
      {children((isOpen) => setPinned(isOpen ? at : null))}
    </div>
  )
}

function LayerActions({ group, doc, pin }: { group: Group; doc: DocumentSnapshot; pin(isOpen: boolean): void }) {
  const { session, panels } = useWorkspace()
  const context = useCommands()
  const { commands } = context
  const isDocked = useMedia(NARROW)
  const [{ id }, ...rest] = group.members
  const ids = group.members.map((member) => member.id)
  const isOne = rest.length === 0
  const behind = textBehind(doc, ids)
  const matte = behind && matteOf(doc, session.assets)
  const isUrgent = behind && matte && isMostlyHidden(behind, kindOf('text'), doc, matte)
  const fitted = isOne ? overflowing(group, doc) : null
  const { tab } = useSnapshot(session.ui)
  const isPanelOpen = tab !== null && tab === panels.ofKind(doc.layers[id]?.kind ?? '')?.id // it has the same fields
  const isBehind = group.members.every(({ start }) => start.placement === 'background')
  // A phone's bar has room for four buttons. The first is the suggestion for a hidden or cut off text, or a field.
  const isFull = isDocked && (behind !== null || fitted !== null)
  return (
    <>
      {behind && (
        <NamedCommand
          id="best-place"
          {...(isUrgent && { look: 'primary', hint: t('The subject hides most of this text.') })}
        />
      )}
      {fitted && !(isDocked && behind) && (
        <BarButton
          label={t('Fit text to image')}
          words={t('Fit')}
          icon={Shrink}
          onClick={() => fitToImage(session, fitted)}
        />
      )}
      {isOne && isDocked && !isFull && <BarFields layer={id} count={1} onToggle={pin} onFail={() => {}} />}
      {group.members.some(({ start }) => hasSides(start, doc)) && (
        <BarButton
          label={isBehind ? t('Move in front of subject') : t('Move behind subject')}
          words={isBehind ? t('In front') : t('Behind')}
          icon={isBehind ? InFrontOfSubject : BehindSubject}
          shortcut={commands.of(isBehind ? 'bring-forward' : 'send-backward').keys[0]}
          onClick={() => placeLayer(session, ids, isBehind ? 'foreground' : 'background')}
        />
      )}
      {!isDocked &&
        commands.all.flatMap((command) =>
          command.isOnLayerBar && disabledReason(command, context) === null
            ? [<NamedCommand key={command.id} id={command.id} words={commandName(command, context.workspace)} />]
            : [],
        )}
      {isOne && !isDocked && !isPanelOpen && <BarFields layer={id} count={3} onToggle={pin} onFail={() => {}} />}
      {!isOne && <AlignMenu />}
      <NamedCommand id="duplicate" label={isOne ? t('Duplicate layer') : t('Duplicate layers')} isNamed={isDocked} />
      <NamedCommand id="delete" label={isOne ? t('Delete layer') : t('Delete layers')} isNamed={isDocked} />
    </>
  )
}

/** The bar while no layer is selected (`usePhotoTools`). */
function PhotoBar({ ui }: { ui: Ui }) {
  const { rail } = useRequired(FeaturesContext)
  return (
    <div className={styles.bar} data-docked data-corner role="toolbar" aria-label={t('Photo')}>
      {rail.map(({ command, isOpen }) => (
        <NamedCommand key={command} id={command} aria-pressed={isOpen(ui)} />
      ))}
    </div>
  )
}

/**
 * A button with the command's icon and name, or only its icon. `words`: the shown name, if it depends on the selection.
 * `label`: the accessible name, if it differs.
 */
function NamedCommand({
  id,
  words,
  label,
  isNamed = true,
  ...rest
}: { id: string; words?: string; label?: string } & Pick<
  ComponentProps<typeof BarButton>,
  'hint' | 'look' | 'aria-pressed' | 'isNamed'
>) {
  const context = useCommands()
  const command = context.commands.of(id)
  const name = words ?? commandName(command)
  return (
    <BarButton
      {...rest}
      label={label ?? name}
      words={isNamed && name}
      isNamed
      icon={command.icon}
      shortcut={command.keys[0]}
      onClick={() => runCommand(command, context)}
    />
  )
}

/** Returns the handles of the selection frame, document px. */
function gripsOf(group: Group, view: View, pointer: keyof typeof TOLERANCE): Point[] {
  const { placed } = group
  const { zoom } = view
  const { resize, rotate, orbit } = abilitiesOf(group)
  return [
    ...(resize
      ? handlesOf(placed, zoom, pointer).map((handle) => resizeHandlePoint(placed, handle, view, pointer))
      : []),
    ...(rotate ? [rotateHandle(placed, view).at] : []),
    ...(orbit ? [orbitHandle(placed, view).at] : []),
  ]
}

/** Returns the id of the only selected layer if it exceeds the image and can be fitted into it, otherwise null. */
function overflowing(group: Group, doc: DocumentSnapshot): LayerId | null {
  const [member] = group.members
  if (!member?.transform.fitInto) return null
  const box = member.transform.visible?.(member.start, doc) ?? member.placed // the frame may exceed the letters
  return contains(expandRect(pictureRect(doc), 1), seenBox(box, seenMap(doc))) ? null : member.id
}

function fitToImage(session: Session, id: LayerId): void {
  const layer = session.doc.layers[id]
  if (layer)
    session.history.transact(t('Fit'), () => kindOf(layer.kind).transform?.fitInto?.(layer, () => snapshotOf(session)))
}

function AlignMenu() {
  const commands = useCommands()
  return (
    <Menu align="center" trigger={<BarButton label={t('Align')} words={t('Align')} icon={AlignCenterHorizontal} />}>
      {arrangements(commands).map(({ label, icon, shortcut, run }) => (
        <MenuItem key={label} icon={icon} shortcut={shortcut} onSelect={run}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** Hook that returns true while a text field has the focus. */
function useIsTyping(): boolean {
  const [is, setIs] = useState(() => isTyping(document.activeElement))
  useEffect(() => {
    const gained = ({ target }: FocusEvent) => setIs(isTyping(target))
    const lost = ({ relatedTarget }: FocusEvent) => setIs(isTyping(relatedTarget))
    return listen(document, { focusin: gained, focusout: lost })
  }, [])
  return is
}
