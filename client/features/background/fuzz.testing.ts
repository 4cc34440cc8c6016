import { memoOn } from '#client/kit/values/identity.ts'
import type { Actions } from '../../../tests/fuzz/actions.ts'
import type { HeadlessEditor } from '../../../tests/fuzz/headlessEditor.ts'
import { createBackgrounds } from './backgrounds.ts'

const backgroundsOf = memoOn(({ imports }: HeadlessEditor) => createBackgrounds(imports))

/** The actions of random tests that change the background. */
export const actions: Actions = {
  'removes the background': (editor) => backgroundsOf(editor).remove(),
  'sets a background image': (editor) => backgroundsOf(editor).setImage(new File([], 'b.png')),
  'resets the background': (editor) => backgroundsOf(editor).reset(),
}
