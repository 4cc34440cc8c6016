import { Download, Ellipsis, Upload } from 'lucide-react'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { isCropOpen } from '#client/features/crop/cropState.ts'
import { ExportButton } from '#client/features/export/ExportButton.tsx'
import { ariaKeys } from '#client/kit/base/keyboard.ts'
import { BRAND_NAME } from '#client/kit/base/page.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import { COARSE, NARROW, useMedia } from '#client/kit/ui/hooks.ts'
import { Menu, MenuItem } from '#client/kit/ui/overlays/Menu.tsx'
import { Tooltip } from '#client/kit/ui/overlays/Tooltip.tsx'
import { ThemeButton, theme } from '#client/kit/ui/theme/theme.tsx'
import { MOTION_TAB } from '#client/model/session/ui/ui.ts'
import { CommandButton, useCommands } from '../commands/CommandButton.tsx'
import { commandName, runCommand } from '../commands/command.ts'
import { menuAction } from '../commands/menus.ts'
import { type CommandId, commandOf } from '../commands/registry.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import { BarGroup, UndoRedo } from './BarGroup.tsx'
import styles from './TopBar.module.css'
import { type BarPart, useBarRoom } from './useBarRoom.ts'

export interface TopBarProps {
  proBadge: ReactNode
  accountCorner: ReactNode
}

/** The top bar. If the bar is too narrow, useBarRoom.ts hides elements with `data-part`. */
export function TopBar({ proBadge, accountCorner }: TopBarProps) {
  const { session } = useWorkspace()
  const commands = useCommands()
  const run = (id: CommandId) => () => runCommand(commandOf(id), commands)
  const { photo } = useSnapshot(session.doc)
  const { busy, isDownloading } = useSnapshot(session.ui)
  const isNarrow = useMedia(NARROW)
  const bar = useRef<HTMLElement>(null)
  const yielded = useBarRoom(bar, isNarrow)
  return (
    <header ref={bar} className={styles.bar}>
      <h1 className="unseen">{t('Photo editor')}</h1>
      <Link href="/" className={styles.home} aria-label={t('{brand} home', { brand: BRAND_NAME })} data-part="home">
        <img src="/favicon.svg" width={26} height={26} alt="" />
        <span data-part="brand">{BRAND_NAME}</span>
      </Link>
      <Button look="outline" icon={Upload} isBusy={busy !== null} className={styles.upload} onClick={run('upload')}>
        <span className={styles.words} data-part="upload-words">
          {busy ? t('Processing...') : t('Upload')}
        </span>
      </Button>
      {!isNarrow && (
        <span className={styles.part} data-part="projects">
          <ProjectButtons />
        </span>
      )}
      <div className={styles.middle}>
        {photo && (
          <span className={styles.photo} data-part="photo-name">
            <span className={styles.file} title={photo.name} dir="auto">
              {photo.name}
            </span>
            <Saved />
          </span>
        )}
        {!isNarrow && <UndoRedo />}
        {photo && !isNarrow && <CropButton />}
        {photo && <MotionButton />}
      </div>
      <span className={styles.pro} data-part="pro-words">
        {proBadge}
      </span>
      <span className={styles.part} data-part="tour">
        <NamedButton command="tour" part="tour-words" />
      </span>
      <span className={styles.part} data-part="theme">
        <ThemeButton />
      </span>
      {!isNarrow && (
        <span className={styles.part} data-part="shortcuts">
          <CommandButton id="shortcuts" />
        </span>
      )}
      <Menu align={isNarrow ? 'center' : 'end'} trigger={<IconButton label={t('Menu')} icon={Ellipsis} />}>
        <MoreItems yielded={isNarrow ? [...yielded, 'projects', 'shortcuts'] : yielded} />
      </Menu>
      <span className={styles.split}>
        <Button
          look="primary"
          icon={Download}
          isBusy={isDownloading}
          disabled={!photo || busy !== null}
          aria-keyshortcuts={ariaKeys(commandOf('download').keys[0] ?? '')}
          onClick={run('download')}
        >
          <span className={styles.words} data-part="download-words">
            {t('Download')}
          </span>
        </Button>
        <span className={styles.part} data-part="export">
          <ExportButton />
        </span>
      </span>
      {accountCorner}
    </header>
  )
}

/**
 * The saving state: "Saved" after a download until the next change, otherwise whether this device has stored the
 * document. Hidden while a change takes long to be stored.
 */
function Saved() {
  const { history, ui } = useWorkspace().session
  const { version } = useSnapshot(history.state)
  const { downloadedVersion, storedVersion } = useSnapshot(ui)
  const isSaved = downloadedVersion === version
  if (!isSaved && storedVersion === null) return null
  const isKept = storedVersion === version
  return (
    <span
      className={styles.saved}
      title={isSaved ? t('Saved to file') : t('Saved on this device')}
      data-kept={isKept || undefined}
      data-pending={(!isSaved && !isKept) || undefined}
    >
      <span className={styles.dot} aria-hidden />
      <span className={styles.words} data-part="kept-words">
        <span hidden={!isSaved}>{t('Saved to file')}</span>
        <span hidden={isSaved}>{t('Saved on this device')}</span>
      </span>
    </span>
  )
}

interface NamedProps extends Partial<ComponentProps<typeof Button>> {
  command: CommandId
  part: BarPart
}

/** A command's button with its name. A narrow bar hides the name, which the tooltip still shows. */
function NamedButton({ command: id, part, ...rest }: NamedProps) {
  const commands = useCommands()
  const command = commandOf(id)
  const [shortcut] = command.keys
  return (
    <Tooltip text={commandName(command)} shortcut={shortcut}>
      <Button
        look="ghost"
        icon={command.icon}
        aria-keyshortcuts={shortcut && ariaKeys(shortcut)}
        onClick={() => runCommand(command, commands)}
        {...rest}
      >
        <span className={styles.words} data-part={part}>
          {commandName(command)}
        </span>
      </Button>
    </Tooltip>
  )
}

/** The button that opens Crop. On narrow screens, the button is next to Undo and Redo instead. */
function CropButton() {
  const { tab, busy } = useSnapshot(useWorkspace().session.ui)
  return (
    <NamedButton command="tab.crop" part="crop-words" aria-pressed={isCropOpen({ tab })} disabled={busy !== null} />
  )
}

function MotionButton() {
  const { tab, busy } = useSnapshot(useWorkspace().session.ui)
  return (
    <span className={styles.part} data-part="motion">
      <NamedButton
        command="tab.motion"
        part="motion-words"
        aria-pressed={tab === MOTION_TAB}
        disabled={busy !== null}
      />
    </span>
  )
}

function ProjectButtons() {
  const { session } = useWorkspace()
  const { photo } = useSnapshot(session.doc)
  const isBusy = useSnapshot(session.ui).busy !== null
  return (
    <BarGroup label={t('Project')}>
      <CommandButton id="open-project" disabled={isBusy} />
      <CommandButton id="save-project" disabled={!photo || isBusy} />
      {photo && <CommandButton id="recent-projects" aria-haspopup="dialog" disabled={isBusy} />}
    </BarGroup>
  )
}

/**
 * The entries of the bar's menu: the command palette, and the commands of the hidden parts of the bar (`yielded`). They
 * render when the menu opens, so that each entry's disabled state is current.
 */
function MoreItems({ yielded }: { yielded: readonly BarPart[] }) {
  const commands = useCommands()
  const ids: CommandId[] = [
    'commands',
    'open-photos',
    'reuse-template',
    ...(useMedia(NARROW) ? (['tab.crop'] as const) : []), // the button Crop is hidden while a layer is selected
    ...IN_PLACE_OF.flatMap(([part, find]) => (yielded.includes(part) ? find() : [])),
  ]
  return ids
    .map((id) => menuAction(commands, id))
    .map(({ label, icon, shortcut, isDisabled, run }) => (
      <MenuItem key={label} icon={icon} shortcut={shortcut} isDisabled={isDisabled} onSelect={run}>
        {label}
      </MenuItem>
    ))
}

/** The commands that replace a hidden part of the bar, in the order of the menu. */
const IN_PLACE_OF: readonly (readonly [BarPart, () => CommandId[]])[] = [
  ['projects', () => ['open-project', 'save-project', 'recent-projects']],
  ['motion', () => ['tab.motion']],
  ['export', () => ['export']],
  ['theme', () => [theme() === 'dark' ? 'theme-light' : 'theme-dark']],
  ['tour', () => ['tour']],
  ['shortcuts', () => (matchMedia(COARSE).matches ? [] : ['shortcuts'])], // most touch screens have no keyboard
]
