import type { Design } from '../design.ts'
import { scrim } from './scrim.ts'

export const event: Design = {
  id: 'event',
  name: 'Event',
  format: '4:5',
  hue: 320,
  backdrop: ({ deep, rich }) => ({ color: rich, gradient: { color: deep, angle: 180 } }),
  tune: { foreground: { contrast: 116, saturation: 70 } },
  subject: { area: [0.14, 0.2, 0.72, 0.58] },
  items: ({ bright, strong, pale, deep }) => [
    {
      kind: 'shape',
      area: [0.14, 0.19, 0.72, 0.6],
      placement: 'background',
      look: {
        type: 'circle',
        color: bright,
        gradient: { enabled: true, color: strong, angle: 180 },
        glow: { enabled: true, color: strong, intensity: 50 },
      },
    },
    {
      kind: 'text',
      words: 'Tonight',
      isUpperCase: true,
      area: [0.05, 0.055, 0.9, 0.17],
      placement: 'background',
      look: { fontFamily: 'Unbounded', fontWeight: 700, letterSpacing: -3, color: pale },
    },
    scrim('rectangle', 0.6),
    {
      kind: 'text',
      words: 'Live music',
      area: [0.08, 0.77, 0.84, 0.09],
      placement: 'foreground',
      look: {
        fontFamily: 'Pacifico',
        fontWeight: 400,
        color: '#ffffff',
        dropShadow: { enabled: true, color: deep, opacity: 90, blur: 16, horizontal: 0, vertical: 3 },
      },
    },
    {
      kind: 'text',
      words: 'Saturday, 8 pm',
      isUpperCase: true,
      box: { color: bright, across: 0.8, down: 0.6, radius: 0.5 },
      area: [0.1, 0.885, 0.8, 0.06],
      placement: 'foreground',
      look: { fontFamily: 'Unbounded', fontWeight: 700, color: deep },
    },
  ],
}
