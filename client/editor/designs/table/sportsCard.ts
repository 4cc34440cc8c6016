import type { Design } from '../design.ts'

export const sportsCard: Design = {
  id: 'sports-card',
  name: 'Sports card',
  format: '4:5',
  hue: 250,
  backdrop: ({ strong, deep }) => ({ color: strong, gradient: { color: deep, angle: 180 } }),
  subject: { area: [0.08, 0.06, 0.84, 0.645], floor: 0.705, outline: () => ({ color: '#ffffff', width: 0.012 }) },
  items: ({ bright, deep, pale }) => [
    {
      kind: 'text',
      words: '10',
      area: [0.06, 0.05, 0.88, 0.56],
      placement: 'background',
      isOrnament: true,
      look: {
        fontFamily: 'Graduate',
        fontWeight: 400,
        color: bright,
        opacity: 70,
        stroke: { enabled: true, color: pale, width: 2 },
      },
    },
    {
      kind: 'shape',
      fit: 'cover',
      area: [0, 0.7, 1, 0.6],
      placement: 'foreground',
      look: { type: 'rectangle', color: deep },
    },
    {
      kind: 'text',
      words: 'Your name',
      isUpperCase: true,
      box: { color: pale, across: 0.45, down: 0.32 },
      area: [0.07, 0.765, 0.86, 0.115],
      placement: 'foreground',
      look: { fontFamily: 'Graduate', fontWeight: 400, color: deep },
    },
    {
      kind: 'text',
      words: 'Captain · Season 1',
      isUpperCase: true,
      box: { color: deep, across: 0.7, down: 0.5 },
      area: [0.1, 0.9, 0.8, 0.045],
      placement: 'foreground',
      look: { fontFamily: 'Saira Condensed', fontWeight: 700, letterSpacing: 16, color: bright },
    },
  ],
}
