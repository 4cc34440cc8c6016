import { proxy } from 'valtio/vanilla'
import { memoOn } from '#client/kit/values/identity.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { Session } from '#client/model/session/session.ts'

interface TemplateState {
  /**
   * The template that is applied to the open or the next photo once its subject is known. Null if there is none.
   * Opening a project clears it.
   */
  pending: string | null
  /** The template that is being applied, or null if there is none. */
  applying: string | null
  /** The template that was applied last. */
  last: {
    id: string | null
    layers: readonly LayerId[]
    /** The template's text layers by role. Text layers with equal text share a role. */
    texts: readonly (readonly LayerId[])[]
    /** The user's text that has no layer in the template. */
    surplus: readonly string[]
    /** The document just after (`designOf`). Absent if the user's text replaced the template's text. */
    design?: DocumentSnapshot
  }
}

/** Returns the state of the templates in a session. */
export const templateState = memoOn((_: Session) =>
  proxy<TemplateState>({ pending: null, applying: null, last: { id: null, layers: [], texts: [], surplus: [] } }),
)
