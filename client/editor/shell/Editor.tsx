import { startTransition, useEffect, useState } from 'react'
import type { InterruptedWork } from '#client/kit/device-storage/waitingInTab.ts'
import type { Notices } from '#client/model/session/session.ts'
import type { EditorAccount } from '../flows/editorAccount.ts'
import type { FeatureSet } from '../host/defineFeature.ts'
import { FeaturesContext } from '../host/Slot.tsx'
import { WorkspaceProvider } from '../workspace/WorkspaceContext.tsx'
import { createWorkspace, type Workspace } from '../workspace/workspace.ts'
import { EditorOutline } from './EditorOutline.tsx'
import { Screen } from './Screen.tsx'
import type { TopBarProps } from './TopBar.tsx'

export interface EditorProps extends TopBarProps {
  notices: Notices
  account: EditorAccount
  features: FeatureSet
  /** The work that a visit to the plans or a payment has interrupted. The editor continues this work. */
  interrupted?: InterruptedWork | null
}

/**
 * The editor page. A workspace is created on mount. On unmount, the workspace and the editor's state are disposed of.
 */
export default function Editor({ notices, account, features, ...bar }: EditorProps) {
  const [workspace, setWorkspace] = useState<Workspace | null>(null)
  const [isEntered, setEntered] = useState(true) // false after a test has left the editor
  useEffect(() => {
    if (!isEntered) return
    const made = createWorkspace(notices, account, features)
    // A transition renders in small tasks. Otherwise, rendering the whole editor would block a phone for too long.
    startTransition(() => setWorkspace(made))
    return () => {
      setWorkspace(null)
      made.dispose()
    }
  }, [notices, account, features, isEntered])
  useEffect(() => {
    if (!(import.meta.env.DEV || __TEST_HOOKS__) || !workspace) return
    // Tests start as soon as the hooks exist. The hooks are therefore installed after the screen has rendered.
    const hooks = import('../workspace/testing.ts').then(({ installTestHooks }) =>
      installTestHooks(workspace, setEntered),
    )
    return () => void hooks.then((remove) => remove())
  }, [workspace])
  if (!workspace) return <EditorOutline {...bar} />
  return (
    <FeaturesContext value={features}>
      <WorkspaceProvider workspace={workspace}>
        <Screen {...bar} />
      </WorkspaceProvider>
    </FeaturesContext>
  )
}
