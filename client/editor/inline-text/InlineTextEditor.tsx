import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { LayerId } from '../../kit/base/ids.ts'
import { t } from '../../kit/i18n/translate.ts'
import { useLayer } from '../../layers/cards/useLayer.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import { InlineTextField } from './InlineTextField.tsx'

/** The editor of a text on the canvas, and a live region that announces how the user ended the editing. */
export function InlineTextEditor() {
  const { session } = useWorkspace()
  const { typing } = useSnapshot(session.ui)
  const [said, say] = useState('')
  return (
    <>
      {typing && <Typing key={typing} id={typing} say={say} />}
      <span className="unseen" aria-live="polite">
        {typing ? '' : said}
      </span>
    </>
  )
}

function Typing({ id, say }: { id: LayerId; say(words: string): void }) {
  const { session } = useWorkspace()
  const layer = useLayer('text', id)
  if (!layer) return null
  return (
    <InlineTextField
      layer={layer}
      onEnd={() => {
        say(t('Text saved'))
        session.ui.typing = null
      }}
    />
  )
}
