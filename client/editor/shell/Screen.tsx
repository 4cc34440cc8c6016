import { type ReactNode, useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { useSearch } from 'wouter'
import { BRAND_NAME } from '../../kit/base/brand.ts'
import { isFontFile } from '../../kit/fonts/own/importFont.ts'
import { t } from '../../kit/i18n/translate.ts'
import { PhotoInput } from '../../kit/ui/PhotoInput.tsx'
import { NARROW, useMedia } from '../../kit/ui/useMedia.ts'
import { applyDroppedFont } from '../../layers/text/droppedFont.ts'
import { preloadPngEncoder } from '../../media/exporter/exportPng.ts'
import { Canvas } from '../canvas-ui/Canvas.tsx'
import { EmptyCanvas } from '../canvas-ui/EmptyCanvas.tsx'
import { MiniBar } from '../canvas-ui/MiniBar.tsx'
import { PictureFade } from '../canvas-ui/PictureFade.tsx'
import { SubjectSweep } from '../canvas-ui/SubjectSweep.tsx'
import { useFileDrop } from '../canvas-ui/useFileDrop.ts'
import { useKeepInSight } from '../canvas-ui/useKeepInSight.ts'
import { ZoomBar } from '../canvas-ui/ZoomBar.tsx'
import { CommandsOn } from '../commands/CommandContext.tsx'
import { CommandPalette } from '../commands/palette/CommandPalette.tsx'
import { ShortcutsDialog } from '../commands/ShortcutsDialog.tsx'
import { bindShortcuts } from '../commands/shortcuts.ts'
import { useClipboard } from '../commands/useClipboard.ts'
import { WATERMARK_NOTE } from '../flows/messages.ts'
import { LayersPanel } from '../layers-panel/LayersPanel.tsx'
import { ProjectsDialog } from '../projects/ProjectsDialog.tsx'
import { isProjectFile, PROJECT_EXTENSION } from '../storage/file.ts'
import { MaskOverlay } from '../tabs/subject/MaskOverlay.tsx'
import { PANEL_TOOLS, TABS, tabsOf } from '../tabs/tabs.ts'
import { useTour } from '../tour/useTour.tsx'
import { preloadWhenIdle } from '../workspace/preloadWhenIdle.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import { Announcements } from './Announcements.tsx'
import { ColorToolsProvider } from './ColorToolsProvider.tsx'
import { FlowStatus } from './FlowStatus.tsx'
import { Panel } from './Panel.tsx'
import { Rail } from './Rail.tsx'
import styles from './Screen.module.css'
import { TopBar } from './TopBar.tsx'
import { UndoRedo } from './UndoRedo.tsx'
import { useCommandContext } from './useCommandContext.ts'
import { useKeepFocus } from './useKeepFocus.ts'
import { useLaunchedFile } from './useLaunchedFile.ts'
import { usePhoneTyping } from './usePhoneTyping.ts'
import { useSharedFile } from './useSharedFile.ts'
import { useUnsavedWork } from './useUnsavedWork.ts'
import { useVisibleHeight } from './useVisibleHeight.ts'

interface ScreenProps {
  proBadge: ReactNode
  accountCorner: ReactNode
}

/** The editor's screen: top bar, tools, canvas, layers and dialogs. */
export function Screen({ proBadge, accountCorner }: ScreenProps) {
  const workspace = useWorkspace()
  const { session, uploader, overlays, projects, viewport, betterMatte, drawStage } = workspace
  const { photo } = useSnapshot(session.doc)
  const { tab, busy, dialog } = useSnapshot(session.ui)
  const isNarrow = useMedia(NARROW)
  const screen = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const designPhotoInput = useRef<HTMLInputElement>(null)
  const projectInput = useRef<HTMLInputElement>(null)
  const tabs = tabsOf(useSearch())
  function open(file: File) {
    if (isFontFile(file)) void applyDroppedFont(session, file)
    else void (isProjectFile(file) ? projects.openFile(file) : bring(file))
  }
  const goesOver = photo !== null && TABS.some(({ id, takesImages }) => id === tab && takesImages)
  const take = (file: File) =>
    goesOver && !isProjectFile(file) && !isFontFile(file) ? void overlays.add(file, false) : open(file)
  const isDropping = useFileDrop(take)
  function bring(photo: File) {
    projects.cancel() // the newest request wins
    return uploader.upload(photo)
  }
  const { tour, start: startTour } = useTour(tabs)
  const commands = useCommandContext({ tabs, photoInput: input, designPhotoInput, projectInput, startTour })
  const phoneTyping = usePhoneTyping(screen, workspace)
  useVisibleHeight(screen)
  useKeepInSight(workspace)
  useKeepFocus(screen)
  useClipboard(workspace)
  useUnsavedWork(session)
  useLaunchedFile(open)
  useSharedFile(open)

  useEffect(
    () => bindShortcuts(commands, () => screen.current?.querySelector<HTMLElement>('[role=application]')?.focus()),
    [commands],
  )
  useEffect(() => {
    // A single tool is open from the start (spec §2).
    if (tabs !== TABS) session.ui.tab = tabs[0]?.id ?? null
  }, [session, tabs])
  const hasPhoto = photo !== null
  useEffect(() => {
    // Before their first use, so that panels open at once, and panels and the download work offline.
    if (hasPhoto) return preloadWhenIdle([preloadPngEncoder, ...[...tabs, ...PANEL_TOOLS].map(({ load }) => load)])
  }, [hasPhoto, tabs])
  useEffect(() => {
    if (photo) document.title = `${photo.name} – ${BRAND_NAME}`
  }, [photo])

  return (
    <CommandsOn value={commands}>
      <div
        ref={screen}
        className={styles.screen}
        data-open={tab !== null || undefined}
        data-typing={phoneTyping ?? undefined}
      >
        <PhotoInput ref={input} onChoose={(file) => void bring(file)} />
        <PhotoInput
          ref={designPhotoInput}
          label={t('Photo for this design')}
          onChoose={(file) => {
            projects.cancel()
            void uploader.reuseDesign(file) // it never rejects
          }}
        />
        <PhotoInput
          ref={projectInput}
          label={t('Project file')}
          accept={PROJECT_EXTENSION}
          onChoose={(file) => void projects.openFile(file)}
        />
        <TopBar proBadge={proBadge} accountCorner={accountCorner} />
        <aside className={styles.tools} aria-label={t('Tools')}>
          <Rail tabs={tabs} />
          <ColorToolsProvider>
            <Panel tabs={[...tabs, ...PANEL_TOOLS]} />
          </ColorToolsProvider>
        </aside>
        <main className={styles.stage} aria-busy={busy !== null}>
          <Canvas watermark />
          <PictureFade onChange={betterMatte.subscribe} onMove={viewport.subscribe} picture={drawStage} />
          <SubjectSweep />
          <MaskOverlay />
          {photo ? (
            <p className={styles.note}>{t(WATERMARK_NOTE)}</p>
          ) : (
            <EmptyCanvas onChoose={commands.choosePhoto} onOpenProject={commands.chooseProject} />
          )}
          {!phoneTyping && <MiniBar />}
          {isNarrow && photo && !phoneTyping && <UndoRedo isFloating />}
          {!phoneTyping && <ZoomBar />}
          <FlowStatus />
          {isDropping && (
            <div className={styles.drop} aria-hidden>
              <span className={styles.dropWords}>
                {goesOver ? t('Drop your image anywhere') : t('Drop your photo anywhere')}
              </span>
            </div>
          )}
        </main>
        <LayersPanel />
        <Announcements />
        {tour}
        <ShortcutsDialog />
        <CommandPalette />
        {dialog === 'projects' && <ProjectsDialog />}
      </div>
    </CommandsOn>
  )
}
