import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { useSearch } from 'wouter'
import { BRAND_NAME } from '#client/kit/browser/page.ts'
import type { InterruptedWork } from '#client/kit/device-storage/waitingInTab.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { useDocument, useSession } from '#client/model/session/session.ts'
import { useKeepInSight } from '../canvas/useKeepInSight.ts'
import { CommandsOn } from '../commands/CommandButton.tsx'
import { ShortcutsDialog } from '../commands/ShortcutsDialog.tsx'
import { Slot } from '../host/Slot.tsx'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import { Announcements } from './Announcements.tsx'
import { CanvasRegion } from './CanvasRegion.tsx'
import { ColorToolsProvider } from './ColorToolsProvider.tsx'
import { useIncomingFiles, useOpenFile } from './incomingFiles.ts'
import { Panel } from './Panel.tsx'
import { Rail } from './Rail.tsx'
import styles from './Screen.module.css'
import { TopBar, type TopBarProps } from './TopBar.tsx'
import { useCommandContext } from './useCommandContext.ts'
import { useFileInputs } from './useFileInputs.tsx'
import { useKeyboard } from './useKeyboard.ts'
import { type PhoneTyping, usePhoneTyping, useVisibleHeight } from './usePhoneTyping.ts'
import { useTabs, useWarmNetwork } from './useTabs.ts'
import { useUnsavedWork } from './useUnsavedWork.ts'

/**
 * The editor's screen: top bar, tools, canvas, layers and dialogs. It subscribes to few parts of the state, because
 * each of their changes rerenders the whole screen. Its children subscribe to the state that they need.
 */
export function Screen({ interrupted = null, ...bar }: TopBarProps & { interrupted?: InterruptedWork | null }) {
  const workspace = useWorkspace()
  const { session } = workspace
  const { photo } = useDocument()
  const screen = useRef<HTMLDivElement>(null)
  const { panels } = workspace
  const tabs = panels.tabsOf(useSearch())
  const opener = useOpenFile()
  const { inputs, pick } = useFileInputs(opener.openPhoto)
  const commands = useCommandContext(tabs, pick)
  const phoneTyping = usePhoneTyping(screen, workspace)
  const { busy } = useSnapshot(session.ui)
  useVisibleHeight(screen)
  useKeepInSight(workspace)
  useUnsavedWork(session)
  const isOpening = useIncomingFiles(opener, interrupted)

  useKeyboard(screen, commands)
  useTabs(tabs, photo !== null && busy === null)
  useWarmNetwork()
  const title = photo ? `${photo.name} – ${BRAND_NAME}` : `${t('Editor')} · ${BRAND_NAME}`
  useEffect(() => {
    document.title = title
  }, [title])

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
          <CanvasRegion phoneTyping={phoneTyping} isOpening={isOpening} />
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

/**
 * The grid of the screen. The layout changes while a tool is open, and while the user edits a text layer on a phone.
 */
function Frame({ element, typing, children }: FrameProps) {
  const isOpen = useSnapshot(useSession().ui).panel !== null
  return (
    <div ref={element} className={styles.screen} data-open={isOpen || undefined} data-typing={typing ?? undefined}>
      {children}
    </div>
  )
}
