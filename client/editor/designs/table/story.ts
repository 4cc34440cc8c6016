import type { Design } from '../design.ts'
import { scrim } from './scrim.ts'

export const story: Design = {
  id: 'story',
  name: 'Story',
  format: '9:16',
  hue: 30,
  tune: { image: { contrast: 104, vignette: -62, vignetteSize: 62, vignetteSoftness: 80 } },
  items: ({ pale, deep }) => [
    scrim('square', 0.5),
    {
      kind: 'text',
      words: 'Hello\nweekend',
      area: [0.09, 0.58, 0.82, 0.2],
      align: 'left',
      alignY: 'bottom',
      placement: 'foreground',
      look: {
        fontFamily: 'DM Serif Display',
        fontWeight: 400,
        alignment: 'left',
        lineHeight: 0.98,
        color: '#ffffff',
        dropShadow: { enabled: true, color: '#000000', opacity: 70, blur: 18, horizontal: 0, vertical: 2 },
      },
    },
    {
      kind: 'text',
      words: 'Out and about',
      isUpperCase: true,
      area: [0.09, 0.818, 0.62, 0.018],
      align: 'left',
      placement: 'foreground',
      look: {
        fontFamily: 'Inter',
        fontWeight: 700,
        letterSpacing: 18,
        color: '#ffffff',
        dropShadow: { enabled: true, color: '#000000', opacity: 80, blur: 16, horizontal: 0, vertical: 2 },
      },
    },
    {
      kind: 'text',
      words: '@yourname',
      box: { color: pale, across: 0.75, down: 0.55, radius: 0.5 },
      area: [0.09, 0.865, 0.5, 0.045],
      align: 'left',
      placement: 'foreground',
      look: { fontFamily: 'Inter', fontWeight: 700, color: deep },
    },
  ],
}
