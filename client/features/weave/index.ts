import { Spline } from 'lucide-react'
import { defineCommands, withSession } from '#client/editor/commands/command.ts'
import { TEXT_BEHIND } from '#client/editor/commands/requirements.ts'
import { defineFeature } from '#client/editor/host/defineFeature.ts'
import { hidesEnough, selectedText, TOO_LITTLE, WEAVE, weaveName, weaveText } from './weaveText.ts'

/**
 * Moves single letters of a text layer in front of the subject: automatically, on the canvas or by keyboard. Begin with
 * `weaveText.ts`.
 */
export const weave = defineFeature({
  id: 'weave',
  extensions: [{ panel: 'text', tools: [WEAVE], load: () => import('./WeaveSection.tsx') }],
  commands: defineCommands('Selection', [
    [
      'weave',
      'Weave',
      Spline,
      [],
      [TEXT_BEHIND, { reason: TOO_LITTLE, isMet: ({ session }) => hidesEnough(session) }],
      withSession(weaveText),
      {
        name: (workspace) => weaveName(workspace && selectedText(workspace.session)?.front),
        isOn: ({ session }) => Boolean(selectedText(session)?.front),
        words: 'Letters in front, Interlace, Magazine cover',
        isOnLayerBar: true,
      },
    ],
  ]),
})
