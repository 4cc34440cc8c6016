import { Compass, Download, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { BRAND_NAME } from '../../kit/base/brand.ts'
import { t } from '../../kit/i18n/translate.ts'
import { ariaKeys } from '../../kit/ui/ariaKeys.ts'
import { Button } from '../../kit/ui/controls/Button.tsx'
import { Mark } from '../../kit/ui/Mark.tsx'
import { ThemeButton } from '../../kit/ui/theme/ThemeButton.tsx'
import { NARROW, useMedia } from '../../kit/ui/useMedia.ts'
import { CommandButton } from '../commands/CommandButton.tsx'
import { useCommands } from '../commands/CommandContext.tsx'
import { runCommand } from '../commands/command.ts'
import { type CommandId, commandOf } from '../commands/registry.ts'
import { ExportButton } from '../export/ExportButton.tsx'
import { ProjectButtons } from '../projects/ProjectButtons.tsx'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import { MoreMenu } from './MoreMenu.tsx'
import styles from './TopBar.module.css'
import { UndoRedo } from './UndoRedo.tsx'

interface TopBarProps {
  proBadge: ReactNode
  accountCorner: ReactNode
}

export function TopBar({ proBadge, accountCorner }: TopBarProps) {
  const { session } = useWorkspace()
  const commands = useCommands()
  const run = (id: CommandId) => () => runCommand(commandOf(id), commands)
  const { photo } = useSnapshot(session.doc)
  const { busy, isDownloading } = useSnapshot(session.ui)
  const isNarrow = useMedia(NARROW)
  return (
    <header className={styles.bar}>
      <h1 className="unseen">{t('Photo editor')}</h1>
      <Link href="/" className={styles.home} aria-label={t('{brand} home', { brand: BRAND_NAME })}>
        <Mark size={26} />
        <span className={styles.name}>{BRAND_NAME}</span>
      </Link>
      <Button look="outline" icon={Upload} isBusy={busy !== null} className={styles.upload} onClick={run('upload')}>
        <span className={styles.word}>{busy ? t('Processing...') : t('Upload')}</span>
      </Button>
      {!isNarrow && <ProjectButtons />}
      <div className={styles.middle}>
        {photo && (
          <span className={styles.file} title={photo.name}>
            {photo.name}
          </span>
        )}
        <Saved />
        {!isNarrow && <UndoRedo />}
      </div>
      <span className={styles.pro}>{proBadge}</span>
      <Button look="ghost" icon={Compass} className={styles.tour} onClick={run('tour')}>
        <span className={styles.word}>{t('Tour')}</span>
      </Button>
      <ThemeButton />
      <CommandButton id="shortcuts" className={styles.wideOnly} />
      <MoreMenu moved={[]} />
      <Button
        look="primary"
        icon={Download}
        isBusy={isDownloading}
        disabled={!photo || busy !== null}
        aria-keyshortcuts={ariaKeys(commandOf('download').keys[0] ?? '')}
        onClick={run('download')}
      >
        <span className={styles.download}>{t('Download')}</span>
      </Button>
      <ExportButton />
      {accountCorner}
    </header>
  )
}

/**
 * After a download, until the next change; else that this device keeps the work. It stands still while a step is being
 * kept, and goes when that takes long.
 */
function Saved() {
  const { history, ui } = useWorkspace().session
  const { version } = useSnapshot(history.state)
  const { savedVersion, keptVersion } = useSnapshot(ui)
  const isSaved = savedVersion === version
  if (!isSaved && keptVersion === null) return null
  const isKept = keptVersion === version
  return (
    <span className={styles.saved} data-kept={isKept || undefined} data-pending={(!isSaved && !isKept) || undefined}>
      <span className={styles.dot} aria-hidden />
      <span className={isSaved ? undefined : styles.kept}>{isSaved ? t('Saved') : t('Kept on this device')}</span>
    </span>
  )
}
