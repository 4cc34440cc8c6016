import { endsWithNewPhoto } from '#client/editor/flows/newPhoto.testing.ts'
import { subject } from './index.ts'
import { startLifting } from './modes.ts'
import { createImproving, createSelector } from './subjectFlows.ts'

const CLICK = [{ x: 1, y: 1 }, true] as const

endsWithNewPhoto('the selection of the subject', ({ flow }) => flow(createSelector).click(...CLICK), subject.flows)
endsWithNewPhoto('the search for suggestions', ({ flow }) => flow(createSelector).findCandidates(), subject.flows)
endsWithNewPhoto('the search for people', ({ flow }) => flow(createSelector).liftPeople(), subject.flows)
endsWithNewPhoto(
  'the search for a better matte',
  ({ flow }) => flow(createImproving).subjectFound(Promise.resolve()),
  subject.flows,
)
endsWithNewPhoto(
  'a lift',
  ({ flow, session }) => {
    startLifting(session.ui, 'lift')
    flow(createSelector).click(...CLICK)
  },
  subject.flows,
)
