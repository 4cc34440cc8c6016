/** The main tools, one after the other, to one composition with everything on it. */
import { addText } from './editor.ts'
import type { Hand } from './user.ts'

interface Step {
  name: string
  take(hand: Hand): Promise<void>
}

export const STEPS: readonly Step[] = [
  {
    name: '3D text',
    take: (hand) => addText(hand, 'MOON', 'Add 3D Text'),
  },
  {
    name: 'an outline',
    async take(hand) {
      await hand.press('tab', 'Cutout')
      await hand.press('switch', 'Cutout outline')
      await hand.set('Outline width', '12')
    },
  },
  {
    name: 'a tuned picture',
    async take(hand) {
      await hand.press('tab', 'Tune')
      await hand.set('Exposure', '20')
      await hand.set('Contrast', '120')
    },
  },
  {
    name: 'no background',
    async take(hand) {
      await hand.press('tab', 'Remove BG')
      await hand.press('button', 'Remove BG')
    },
  },
  {
    name: 'a background of one colour',
    async take(hand) {
      await hand.press('tab', 'Change BG')
      await hand.press('button', 'Red #FF0000')
    },
  },
  {
    name: 'a shape',
    async take(hand) {
      await hand.press('tab', 'Shapes')
      await hand.press('button', 'Add Shape')
      await hand.press('radio', 'Heart')
      await hand.set('Size', '300')
    },
  },
]
