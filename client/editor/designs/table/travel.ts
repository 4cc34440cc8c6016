import type { Design } from '../design.ts'
import { scrim } from './scrim.ts'

export const travel: Design = {
  id: 'travel',
  name: 'Travel',
  format: 'photo',
  hue: 220,
  tune: { background: { saturation: 112, contrast: 104, brightness: 90, vignette: -30 } },
  items: ({ pale }) => [
    {
      kind: 'text',
      words: 'Wander',
      isUpperCase: true,
      area: [0.06, 0.07, 0.88, 0.3],
      elsewhere: [[0.06, 0.5, 0.88, 0.3]],
      alignY: 'top',
      placement: 'background',
      anchor: 'subject',
      look: {
        fontFamily: 'Montserrat',
        fontWeight: 700,
        letterSpacing: 8,
        color: pale,
        dropShadow: { enabled: true, color: '#000000', opacity: 80, blur: 16, horizontal: 0, vertical: 2 },
      },
    },
    scrim('rectangle', 0.5),
    {
      kind: 'text',
      words: 'Where the road ends',
      area: [0.1, 0.83, 0.8, 0.09],
      placement: 'foreground',
      look: {
        fontFamily: 'Caveat',
        fontWeight: 700,
        color: '#ffffff',
        dropShadow: { enabled: true, color: '#000000', opacity: 75, blur: 16, horizontal: 0, vertical: 2 },
      },
    },
  ],
}
