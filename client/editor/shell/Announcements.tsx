import { useEffect, useState } from 'react'
import { subscribe } from 'valtio/vanilla'
import { snapshotOf } from '../../model/session/session.ts'
import { selectedLayer } from '../../model/session/ui/selection.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import { spokenChange } from './spokenChange.ts'

/** A live region that announces to screen readers what an undo step has changed about the layers. */
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
