/** The whole editor in the page of a test, with all features and an account that allows everything. */
import type { EditorAccount } from '#client/editor/flows/editorAccount.ts'
import { FeaturesContext } from '#client/editor/host/Slot.tsx'
import { Screen } from '#client/editor/shell/Screen.tsx'
import { WorkspaceProvider } from '#client/editor/workspace/WorkspaceContext.tsx'
import type { Workspace } from '#client/editor/workspace/workspace.ts'
import { features } from '#client/features/registry.ts'

export const ACCOUNT: EditorAccount = {
  userId: () => null,
  batch: {
    userId: () => null,
    allowance: async () => null,
    countImage: async () => 'counted',
    spendCredit: async () => 'granted',
    setOwed() {},
    openUpgrade() {},
  },
  countOverlay() {},
  requestProcessing: async () => true,
  countImage() {},
  requestDownload: async () => true,
  spend: async () => true,
  onExported() {},
}

export const WholeEditor = ({ workspace }: { workspace: Workspace }) => (
  <FeaturesContext value={features}>
    <WorkspaceProvider workspace={workspace}>
      <Screen proBadge={null} accountCorner={null} />
    </WorkspaceProvider>
  </FeaturesContext>
)
