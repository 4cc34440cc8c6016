import { useEffect, useState } from 'react'
import { subscribe } from 'valtio/vanilla'
import { snapshotOf } from '../../model/session/session.ts'
import { selectedLayer } from '../../model/session/ui/selection.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import { spokenChange } from './spokenChange.ts'

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
