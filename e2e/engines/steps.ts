/** Steps that use six tools on one composition. */
import { addText } from './editor.ts'
import type { EngineUser } from './user.ts'

interface Step {
  name: string
  take(user: EngineUser): Promise<void>
}

/** The steps in their order. */
export const STEPS: readonly Step[] = [
  {
    name: '3D text',
    take: (user) => addText(user, 'MOON', 'Add 3D Text'),
  },
  {
    name: 'an outline',
    async take(user) {
      await user.press('tab', 'Cutout')
      await user.press('switch', 'Cutout outline')
      await user.set('Outline width', '12')
    },
  },
  {
    name: 'a tuned photo',
    async take(user) {
      await user.press('tab', 'Tune')
      await user.set('Exposure', '20')
      await user.set('Contrast', '120')
    },
  },
  {
    name: 'background removed',
    async take(user) {
      await user.press('tab', 'Remove BG')
      await user.press('button', 'Remove BG')
    },
  },
  {
    name: 'a background color',
    async take(user) {
      await user.press('tab', 'Change BG')
      await user.press('button', 'Red #FF0000')
    },
  },
  {
    name: 'a shape',
    async take(user) {
      await user.press('tab', 'Shapes')
      await user.press('button', 'Add Shape')
      await user.press('radio', 'Heart')
      await user.set('Size', '300')
    },
  },
]
