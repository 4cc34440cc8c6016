import { Download, Ellipsis, Upload } from 'lucide-react'
import { Fragment, type ReactNode, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { ariaKeys } from '#client/kit/browser/keyboard.ts'
import { BRAND_NAME } from '#client/kit/browser/page.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import { COARSE, NARROW, useMedia, useRequired } from '#client/kit/ui/hooks.ts'
import { Menu, MenuItem, MenuSeparator } from '#client/kit/ui/overlays/Menu.tsx'
import { Tooltip } from '#client/kit/ui/overlays/Tooltip.tsx'
import { ThemeButton, theme } from '#client/kit/ui/theme/theme.tsx'
import { useDocument } from '#client/model/session/session.ts'
import { useCommands } from '../commands/CommandButton.tsx'
import { type CommandGroup, commandName, runCommand } from '../commands/command.ts'
import { menuAction } from '../commands/menus.ts'
import type { TopBarButton } from '../host/defineFeature.ts'
import { FeaturesContext, Slot, useBarButtons } from '../host/Slot.tsx'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import { ProjectButtons, UndoRedo } from './BarGroup.tsx'
import styles from './TopBar.module.css'
import { useBarRoom } from './useBarRoom.ts'

export interface TopBarProps {
  proBadge: ReactNode
  accountCorner: ReactNode
  /** The number of downloads left. Shown before the Download button, and below it on narrow screens. */
  downloadsLeft?: ReactNode
}

/** The top bar. If it is too narrow, useBarRoom.ts hides elements that have the attribute `data-part`. */
export function TopBar({ proBadge, accountCorner, downloadsLeft }: TopBarProps) {
  const { session } = useWorkspace()
  const commands = useCommands()
  const run = (id: string) => () => runCommand(commands.commands.of(id), commands)
  const { photo } = useDocument()
  const { busy, isDownloading } = useSnapshot(session.ui)
  const isNarrow = useMedia(NARROW)
  const bar = useRef<HTMLElement>(null)
  const buttons = useBarButtons()
  const yielded = useBarRoom(bar, isNarrow, buttons)
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
      {!isNarrow && <UndoRedo />}
      {!isNarrow && (
        <span className={styles.part} data-part="projects">
          <ProjectButtons />
        </span>
      )}
      <div className={styles.middle}>
        {(photo || isNarrow) && (
          <span className={styles.photo} data-part="photo-name">
            {photo && !isNarrow && (
              <span className={styles.file} title={photo.name} dir="auto">
                {photo.name}
              </span>
            )}
            <Saved isShort={isNarrow} isEmpty={photo === null} />
          </span>
        )}
        {photo && <BarButtons of="photo" />}
      </div>
      <span className={styles.pro} data-part="pro-words">
        {proBadge}
      </span>
      <BarButtons of="page" />
      <span className={styles.part} data-part="theme">
        <ThemeButton />
      </span>
      <Menu align={isNarrow ? 'center' : 'end'} trigger={<IconButton label={t('Menu')} icon={Ellipsis} />}>
        <MoreItems yielded={isNarrow ? [...yielded, 'projects'] : yielded} />
      </Menu>
      <span className={styles.split}>
        <span id="downloads-left" className={styles.left}>
          {downloadsLeft}
        </span>
        <Button
          look="primary"
          icon={Download}
          isBusy={isDownloading}
          disabled={!photo || busy !== null}
          aria-keyshortcuts={ariaKeys(commands.commands.of('download').keys[0] ?? '')}
          aria-describedby="downloads-left"
          onClick={run('download')}
        >
          <span className={styles.words} data-part="download-words">
            {t('Download')}
          </span>
        </Button>
        <span className={styles.part} data-part="export">
          <Slot name="download" />
        </span>
      </span>
      {accountCorner}
    </header>
  )
}

/**
 * Shows whether the document is saved: "Downloaded" until the next change, otherwise whether it is stored on this
 * device. Hidden if storing a change takes long. `isShort`: both states have the same short text, whose space is
 * reserved even if there is no state, so that Download's text isn't hidden when a photo opens. `isEmpty`: no photo.
 */
function Saved({ isShort, isEmpty }: { isShort: boolean; isEmpty: boolean }) {
  const { history, ui } = useWorkspace().session
  const { version } = useSnapshot(history.state)
  const { downloadedVersion, storedVersion } = useSnapshot(ui)
  const isSaved = downloadedVersion === version
  const isUnknown = isEmpty || (!isSaved && storedVersion === null)
  if (isUnknown && !isShort) return null
  const isKept = storedVersion === version
  return (
    <span
      className={styles.saved}
      data-unknown={isUnknown || undefined}
      title={isSaved ? t('Downloaded') : t('Saved on this device')}
      data-kept={isKept || undefined}
      data-pending={(!isSaved && !isKept) || undefined}
    >
      <span className={styles.dot} aria-hidden />
      <span className={styles.words} data-part="kept-words">
        {isShort && <span>{t('Saved')}</span>}
        {!isShort && <span hidden={!isSaved}>{t('Downloaded')}</span>}
        {!isShort && <span hidden={isSaved}>{t('Saved on this device')}</span>}
      </span>
    </span>
  )
}

/** The features' buttons for one position in the bar. On narrow screens, some are next to Undo and Redo instead. */
function BarButtons({ of }: Pick<TopBarButton, 'of'>) {
  const isNarrow = useMedia(NARROW)
  const shown = useBarButtons().filter((button) => button.of === of && !(isNarrow && button.narrow))
  return shown.map((button) =>
    button.button ? (
      <span key={button.command} className={styles.part} data-part={button.command}>
        <NamedButton {...button} />
      </span>
    ) : (
      <NamedButton key={button.command} {...button} />
    ),
  )
}

/** A button with a command's icon and name. A narrow bar hides the name, but the tooltip still shows it. */
function NamedButton({ command: id, of }: TopBarButton) {
  const commands = useCommands()
  const { panel, busy } = useSnapshot(commands.workspace.session.ui)
  const command = commands.commands.of(id)
  const [shortcut] = command.keys
  return (
    <Tooltip text={commandName(command)} shortcut={shortcut}>
      <Button
        look="ghost"
        icon={command.icon}
        aria-keyshortcuts={shortcut && ariaKeys(shortcut)}
        onClick={() => runCommand(command, commands)}
        {...(of === 'photo' && { 'aria-pressed': id === `panel.${panel}`, disabled: busy !== null })}
      >
        <span className={styles.words} data-part={`${id}-words`}>
          {commandName(command)}
        </span>
      </Button>
    </Tooltip>
  )
}

/**
 * The entries of the bar's menu, in three sections: the features' entries, the commands of hidden parts (`yielded`),
 * and the keyboard shortcuts. They are rendered when the menu opens, so that their disabled state is up to date.
 */
function MoreItems({ yielded }: { yielded: readonly string[] }) {
  const commands = useCommands()
  const isNarrow = useMedia(NARROW)
  const buttons = useBarButtons()
  const { menu } = useRequired(FeaturesContext)
  const offered = commands.commands.offered.map(({ id }) => id)
  const inGroup = (of: TopBarButton['of']) => buttons.filter((button) => button.of === of).map(({ command }) => command)
  const parts = ['projects', ...inGroup('photo'), 'export', 'theme', ...inGroup('page')]
  const hidden = parts.filter((part) => yielded.includes(part)).flatMap((part) => IN_PLACE_OF[part]?.() ?? part)
  const besideUndo = buttons.filter(({ narrow }) => isNarrow && narrow).map(({ command }) => command)
  const keys = matchMedia(COARSE).matches ? [] : ['shortcuts'] // most devices with a touch screen have no keyboard
  const ids = [...menu, ...offered, 'reuse-template', ...besideUndo, ...hidden, ...keys]
  const sections = [0, 1, 2].map((section) => ids.filter((id) => sectionOf(commands.commands.of(id).group) === section))
  return sections
    .filter((section) => section.length > 0)
    .map((section, index) => (
      <Fragment key={section.join()}>
        {index > 0 && <MenuSeparator />}
        {section
          .map((id) => menuAction(commands, id))
          .map(({ label, icon, shortcut, isDisabled, run }) => (
            <MenuItem key={label} icon={icon} shortcut={shortcut} isDisabled={isDisabled} onSelect={run}>
              {label}
            </MenuItem>
          ))}
      </Fragment>
    ))
}

/** Returns the index of the menu's section for a group of commands: projects, editing, or the application. */
const sectionOf = (group: CommandGroup) =>
  group === 'Project' ? 0 : ['View', 'Settings', 'Help'].includes(group) ? 2 : 1

/** Menu commands that replace a hidden part of the bar. Other parts are replaced by the command of the same name. */
const IN_PLACE_OF: Readonly<Record<string, () => string[]>> = {
  theme: () => [theme() === 'dark' ? 'theme-light' : 'theme-dark'],
  projects: () => ['open-project', 'save-project'],
}
