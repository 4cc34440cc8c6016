import { memoOn } from '#client/kit/values/identity.ts'
import type { Actions } from '../../../tests/fuzz/actions.ts'
import type { HeadlessEditor } from '../../../tests/fuzz/headlessEditor.ts'
import { FLOORS, GRADIENTS, recolored, setGradient } from './backgroundPresets.ts'
import { createBackgrounds } from './backgrounds.ts'

const backgroundsOf = memoOn(({ imports }: HeadlessEditor) => createBackgrounds(imports))

const PRESETS = [...FLOORS, ...GRADIENTS]

/** The actions of random tests that change the background. */
export const actions: Actions = {
  'removes the background': (editor) => backgroundsOf(editor).remove(),
  'sets a background image': (editor) => backgroundsOf(editor).setImage(new File([], 'b.png')),
  'sets a background preset': ({ session, pick }) => {
    if (session.doc.separation) setGradient(session, pick(PRESETS))
  },
  'sets a background color': ({ session: { doc, history }, pick }) => {
    if (!doc.separation) return
    history.transact('Background color', () => {
      doc.backdrop = recolored(
        doc.backdrop,
        pick(['#ff6400', '#000000'] as const),
        pick([[], ['gradient', 'floor']] as const),
      )
    })
  },
  'resets the background': (editor) => backgroundsOf(editor).reset(),
}
