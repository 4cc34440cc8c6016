import { useEffect, useState } from 'react'
import { subscribe } from 'valtio/vanilla'
import { snapshotOf } from '../session/session.ts'
import { selectedLayer } from '../session/ui/selection.ts'
import { spokenChange } from './spokenChange.ts'
import { useWorkspace } from './WorkspaceContext.tsx'

/** Says to screen readers what has become of the layers, when a step is done; seen by nobody. */
export function Announcements() {
  const { session } = useWorkspace()
  const [words, setWords] = useState('')
  useEffect(() => {
    let before = snapshotOf(session)
    return subscribe(session.history.state, () => {
      const after = snapshotOf(session)
      const change = spokenChange(before, after, selectedLayer(session.ui))
      before = after
      if (change) setWords(change)
    })
  }, [session])
  return (
    <div className="unseen" aria-live="polite" data-announcements>
      {words}
    </div>
  )
}
