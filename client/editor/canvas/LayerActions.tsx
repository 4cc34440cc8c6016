import { AlignCenterHorizontal, Shrink } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { contains, expandRect } from '#client/kit/geometry/rect.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { NARROW, useMedia } from '#client/kit/ui/hooks.ts'
import { lazyPart } from '#client/kit/ui/lazyPart.tsx'
import { Menu, MenuItem } from '#client/kit/ui/overlays/Menu.tsx'
import type { LayerId } from '#client/kit/values/ids.ts'
import { hasSides, placeLayer } from '#client/layers/actions.ts'
import { BehindSubject, InFrontOfSubject } from '#client/layers/cards/placementIcons.ts'
import { isMostlyHidden } from '#client/layers/occlusion/occlusion.ts'
import { seenBox, seenMap } from '#client/layers/placement/seen.ts'
import { kindOf } from '#client/layers/registry.ts'
import { isAtBestPlace, textBehind } from '#client/layers/text/bestPlace.ts'
import { tonesOf } from '#client/layers/text/contrast.ts'
import { pictureRect } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { type Session, snapshotOf, useSessionValue } from '#client/model/session/session.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { useCommands, useDisabledReason } from '../commands/CommandButton.tsx'
import { type Command, commandName } from '../commands/command.ts'
import { arrangements } from '../commands/menus.ts'
import type { Group } from '../tools/group.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import { BarButton } from './BarButton.tsx'
import { NamedCommand } from './NamedCommand.tsx'

const BarFields = lazyPart(() => import('./BarFields.tsx'))

/** The buttons of the canvas bar for the selected layers. `pin` fixes the bar's position while a popover is open. */
export function LayerActions({ group, doc, pin }: { group: Group; doc: DocumentSnapshot; pin(isOpen: boolean): void }) {
  const { session, panels } = useWorkspace()
  const { commands } = useCommands()
  const isDocked = useMedia(NARROW)
  const [{ id }, ...rest] = group.members
  const ids = group.members.map((member) => member.id)
  const isOne = rest.length === 0
  const behind = textBehind(doc, ids)
  const matte = behind && matteOf(doc, session.assets)
  const isHidden = behind && matte && isMostlyHidden(behind, kindOf('text'), doc, matte)
  const isUrgent = isHidden && !isAtBestPlace(behind, doc, matte, tonesOf(doc, session.assets))
  const fitted = isOne ? overflowing(group, doc) : null
  const { panel } = useSnapshot(session.ui)
  // the layer's open panel has the same fields, so the bar doesn't show them
  const isPanelOpen = panel !== null && panel === panels.ofKind(doc.layers[id]?.kind ?? '')?.id
  const isBehind = group.members.every(({ start }) => start.placement === 'background')
  // On phones, the bar has room for four buttons. A suggestion for hidden or cut-off text replaces a field.
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
      {isOne && isDocked && !isFull && <BarFields layer={id} count={1} onToggle={pin} />}
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
        commands.all
          .filter(({ isOnLayerBar }) => isOnLayerBar)
          .map((command) => <ExtraCommand key={command.id} command={command} />)}
      {isOne && !isDocked && !isPanelOpen && <BarFields layer={id} count={3} onToggle={pin} />}
      {!isOne && <AlignMenu />}
      <NamedCommand id="duplicate" label={isOne ? t('Duplicate layer') : t('Duplicate layers')} isNamed={isDocked} />
      <NamedCommand id="delete" label={isOne ? t('Delete layer') : t('Delete layers')} isNamed={isDocked} />
    </>
  )
}

/** The button of a feature's command. Renders nothing while the command's first requirement isn't met. */
function ExtraCommand({ command }: { command: Command }) {
  const workspace = useWorkspace()
  const isOn = useSessionValue(() => command.isOn?.(workspace))
  const name = useSessionValue(() => commandName(command, workspace))
  if (useDisabledReason({ needs: command.needs.slice(0, 1) }) !== null) return null
  return <NamedCommand id={command.id} hint={name} aria-pressed={isOn} />
}

/**
 * Returns the id of the selected layer if it is the only one, extends beyond the image and can be fitted. Otherwise
 * returns null.
 */
function overflowing(group: Group, doc: DocumentSnapshot): LayerId | null {
  const [member] = group.members
  if (!member?.transform.fitInto) return null
  // the box of the visible letters, because a text layer's frame may be larger
  const box = member.transform.visible?.(member.start, doc) ?? member.placed
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
