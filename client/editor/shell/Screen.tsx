import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { ref } from 'valtio/vanilla'
import { useSearch } from 'wouter'
import { listen, stopAll } from '#client/kit/base/listeners.ts'
import { isSaveDataOn } from '#client/kit/base/network.ts'
import { BRAND_NAME } from '#client/kit/base/page.ts'
import { preloadWhenIdle, whenIdle } from '#client/kit/base/scheduling.ts'
import { chooseLanguage } from '#client/kit/i18n/language.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { type ColorTools, ColorToolsContext } from '#client/kit/ui/controls/PickColorButton.tsx'
import { COARSE, NARROW, useMedia, useRequired } from '#client/kit/ui/hooks.ts'
import { usePhotoColors } from '#client/layers/shared/usePhotoColors.ts'
import { loadPngEncoder } from '#client/media/exporter/formats/registry.ts'
import { useSession } from '#client/model/session/session.ts'
import type { ColorPick } from '#client/model/session/ui/ui.ts'
import { Canvas } from '../canvas-ui/Canvas.tsx'
import { EmptyCanvas } from '../canvas-ui/EmptyCanvas.tsx'
import { MiniBar } from '../canvas-ui/MiniBar.tsx'
import { useKeepInSight } from '../canvas-ui/useKeepInSight.ts'
import { ZoomBar } from '../canvas-ui/ZoomBar.tsx'
import { CommandsOn } from '../commands/CommandButton.tsx'
import type { CommandContext } from '../commands/command.ts'
import { ShortcutsDialog } from '../commands/ShortcutsDialog.tsx'
import { bindShortcuts } from '../commands/shortcuts.ts'
import { useClipboard } from '../commands/useClipboard.ts'
import { WATERMARK_NOTE } from '../flows/messages.ts'
import type { Tab } from '../host/panels.ts'
import { FeaturesContext, Slot } from '../host/Slot.tsx'
import { followSelection } from '../tabs/followSelection.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import { Announcements } from './Announcements.tsx'
import { UndoRedo } from './BarGroup.tsx'
import { FlowStatus } from './FlowStatus.tsx'
import { useIncomingFiles, useOpenFile } from './incomingFiles.ts'
import { PageDropTarget } from './PageDropTarget.tsx'
import { Panel } from './Panel.tsx'
import { Rail } from './Rail.tsx'
import styles from './Screen.module.css'
import { TopBar, type TopBarProps } from './TopBar.tsx'
import { TypingBar } from './TypingBar.tsx'
import { useFileInputs } from './useFileInputs.tsx'
import { type PhoneTyping, usePhoneTyping, useVisibleHeight } from './usePhoneTyping.ts'
import { useUnsavedWork } from './useUnsavedWork.ts'

/**
 * The editor's screen: top bar, tools, canvas, layers and dialogs. It reads few parts of the state, because each change
 * of these parts rerenders the whole screen. Its children read the state that they need.
 */
export function Screen(bar: TopBarProps) {
  const workspace = useWorkspace()
  const { session } = workspace
  const { photo } = useSnapshot(session.doc)
  const isNarrow = useMedia(NARROW)
  const screen = useRef<HTMLDivElement>(null)
  const { panels } = workspace
  const tabs = panels.tabsOf(useSearch())
  const opener = useOpenFile()
  const { inputs, pick } = useFileInputs(opener.openPhoto)
  const commands = useCommandContext(tabs, pick)
  const phoneTyping = usePhoneTyping(screen, workspace)
  const { typing, busy } = useSnapshot(session.ui)
  const hasTypingBar = useMedia(COARSE) && (phoneTyping === 'canvas' || typing !== null)
  useVisibleHeight(screen)
  useKeepInSight(workspace)
  useKeepFocus(screen)
  useClipboard(workspace)
  useUnsavedWork(session)
  useIncomingFiles(opener)

  useEffect(() => bindShortcuts(commands, () => focusCanvas(screen.current, { focusVisible: false })), [commands])
  useTabs(tabs, photo !== null && busy === null)
  useWarmNetwork()
  useEffect(() => {
    if (photo) document.title = `${photo.name} – ${BRAND_NAME}`
  }, [photo])

  return (
    <CommandsOn value={commands}>
      <Frame element={screen} typing={phoneTyping}>
        {inputs}
        <TopBar {...bar} />
        <ColorToolsProvider>
          <aside className={styles.tools} aria-label={t('Tools')}>
            <Rail tabs={tabs} />
            <Panel panels={[...tabs, ...panels.all.slice(panels.tabs.length)]} />
          </aside>
          <Main>
            <Canvas />
            <Slot name="canvas" />
            {!photo && <EmptyCanvas onChoose={commands.choosePhoto} onOpenProject={commands.chooseProject} />}
            {!phoneTyping && <MiniBar />}
            {isNarrow && photo && !phoneTyping && <UndoRedo isFloating />}
            {!phoneTyping && <Slot name="corner" />}
            {!phoneTyping && !hasTypingBar && <ZoomBar />}
            {hasTypingBar && <TypingBar isPhone={phoneTyping === 'canvas'} />}
            <FlowStatus />
            <PageDropTarget tabs={tabs} />
          </Main>
        </ColorToolsProvider>
        <Slot name="side" />
        <Announcements />
        <Slot name="page" />
        <ShortcutsDialog />
      </Frame>
    </CommandsOn>
  )
}

interface FrameProps {
  element: RefObject<HTMLDivElement | null>
  typing: PhoneTyping
  children: ReactNode
}

/** The grid of the screen. Its layout changes while a tool is open, and while a text layer is edited on a phone. */
function Frame({ element, typing, children }: FrameProps) {
  const isOpen = useSnapshot(useSession().ui).tab !== null
  return (
    <div ref={element} className={styles.screen} data-open={isOpen || undefined} data-typing={typing ?? undefined}>
      {children}
    </div>
  )
}

/**
 * The canvas region, marked as busy while a flow is running. The first hover over a photo shows the note about the
 * watermark, until the user leaves or presses the canvas.
 */
function Main({ children }: { children: ReactNode }) {
  const { doc, ui } = useSession()
  const { busy } = useSnapshot(ui)
  const hasPhoto = useSnapshot(doc).photo !== null
  const [isNoteSeen, setNoteSeen] = useState(false)
  const endNote = () => {
    if (hasPhoto && busy === null && ui.status === null && ui.typing === null) setNoteSeen(true)
  }
  return (
    <main className={styles.stage} aria-busy={busy !== null} onPointerLeave={endNote} onPointerDown={endNote}>
      {hasPhoto && !isNoteSeen && <p className={styles.note}>{t(WATERMARK_NOTE)}</p>}
      {children}
    </main>
  )
}

/**
 * Hook that opens the only tool of a page with one tool. Also opens the tab of a layer when the user selects the layer
 * with a pointer. Preloads the code of all tabs once the first matte is shown, because the user waits for the matte.
 */
function useTabs(tabs: readonly Tab[], isAnalyzed: boolean) {
  const { session, panels } = useWorkspace()
  useEffect(() => followSelection(session, panels, tabs, window), [session, panels, tabs])
  useEffect(() => {
    // On a page with a single tool, the tool is open from the start.
    if (tabs !== panels.tabs) session.ui.tab = tabs[0]?.id ?? null
  }, [session, panels, tabs])
  useEffect(() => {
    // preloaded, so that panels open without delay, and so that panels and the download work offline
    if (isAnalyzed)
      return preloadWhenIdle([
        loadPngEncoder,
        ...[...tabs, ...panels.all].flatMap(({ load, sections = [] }) => [load, ...sections]),
      ])
  }, [isAnalyzed, tabs, panels])
}

/** Hook that starts the networks' worker while the empty editor is idle, so that the first photo doesn't wait for it. */
function useWarmNetwork() {
  const { segmentation } = useWorkspace()
  useEffect(() => (isSaveDataOn() ? undefined : whenIdle(segmentation.segmenter.warmUp, 'quiet')), [segmentation])
}

/**
 * `focusVisible`: false after Escape in a text layer, where a ring around the whole canvas would look like an error.
 */
function focusCanvas(screen: HTMLElement | null, options: FocusOptions) {
  screen?.querySelector<HTMLElement>('[role=application]')?.focus({ preventScroll: true, ...options })
}

/**
 * Hook that focuses the canvas when the focused element is removed from the page, for instance the button of a deleted
 * layer.
 */
function useKeepFocus(screen: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = screen.current
    if (!element) return
    let last: Element | null = null
    const observer = new MutationObserver(() => {
      if (!last || last.isConnected) return
      const isText = last.matches('textarea') // the text on the photo, which Escape has closed
      last = null
      if (document.activeElement !== document.body) return
      focusCanvas(element, isText ? { focusVisible: false } : {})
    })
    observer.observe(element, { childList: true, subtree: true })
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null
    }
    return stopAll([listen(element, { focusin: remember }), () => observer.disconnect()])
  }, [screen])
}

/** Provides the photo's colors and the eyedropper to the color controls among its children. */
function ColorToolsProvider({ children }: { children: ReactNode }) {
  const { ui } = useSession()
  const colors = usePhotoColors()
  const tools = useMemo<ColorTools>(
    () => ({
      ...colors,
      pick(onPick, onEnd) {
        ui.colorPick?.onEnd() // a newer request replaces the previous request
        const pick: ColorPick = ref({ onPick, onEnd })
        ui.colorPick = pick
        return () => {
          if (ui.colorPick !== pick) return
          ui.colorPick = null
          onEnd()
        }
      },
    }),
    [ui, colors],
  )
  return <ColorToolsContext value={tools}>{children}</ColorToolsContext>
}

function useCommandContext(tabs: readonly Tab[], pick: ReturnType<typeof useFileInputs>['pick']): CommandContext {
  const workspace = useWorkspace()
  const { commands } = useRequired(FeaturesContext)
  return useMemo(
    () => ({
      workspace,
      commands,
      tabs,
      ...pick,
      chooseLanguage: (language) => void chooseLanguage(language, workspace.session.notices.toast), // the promise never rejects
    }),
    [workspace, commands, tabs, pick],
  )
}
