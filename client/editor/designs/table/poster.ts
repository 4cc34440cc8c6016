import type { Design } from '../design.ts'
import { scrim } from './scrim.ts'

export const poster: Design = {
  id: 'poster',
  name: 'Poster',
  format: '4:5',
  hue: 40,
  tune: { background: { brightness: 64, contrast: 108, saturation: 82, vignette: -46 }, foreground: { contrast: 106 } },
  items: ({ pale }) => [
    {
      kind: 'text',
      words: 'Your title',
      isUpperCase: true,
      area: [0.05, 0.05, 0.9, 0.24],
      elsewhere: [[0.05, 0.56, 0.9, 0.24]],
      alignY: 'top',
      placement: 'background',
      anchor: 'subject',
      look: {
        fontFamily: 'Anton',
        fontWeight: 400,
        color: pale,
        dropShadow: { enabled: true, color: '#000000', opacity: 80, blur: 16, horizontal: 0, vertical: 2 },
      },
    },
    scrim('rectangle', 0.54),
    {
      kind: 'text',
      words: 'A story in one picture',
      isUpperCase: true,
      area: [0.06, 0.86, 0.88, 0.035],
      placement: 'foreground',
      look: {
        fontFamily: 'Oswald',
        fontWeight: 700,
        letterSpacing: 22,
        color: pale,
        dropShadow: { enabled: true, color: '#000000', opacity: 80, blur: 16, horizontal: 0, vertical: 2 },
      },
    },
    {
      kind: 'text',
      words: 'Coming soon',
      isUpperCase: true,
      area: [0.2, 0.92, 0.6, 0.028],
      placement: 'foreground',
      look: {
        fontFamily: 'Oswald',
        fontWeight: 700,
        letterSpacing: 22,
        color: pale,
        dropShadow: { enabled: true, color: '#000000', opacity: 80, blur: 16, horizontal: 0, vertical: 2 },
      },
    },
  ],
}
