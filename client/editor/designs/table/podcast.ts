import type { Design } from '../design.ts'

export const podcast: Design = {
  id: 'podcast',
  name: 'Podcast cover',
  format: '1:1',
  hue: 290,
  backdrop: ({ rich }) => ({ color: rich }),
  subject: { area: [0.3, 0.2, 0.66, 0.8], isAside: true },
  items: ({ pale, bright, strong, soft, deep }) => [
    ...([1.14, 0.86, 0.58] as const).map(
      (side, i) =>
        ({
          kind: 'shape',
          area: [0.63 - side / 2, 0.68 - side / 2, side, side],
          placement: 'background',
          look: { type: 'circle', color: [strong, bright, soft][i] ?? soft },
        }) as const,
    ),
    {
      kind: 'text',
      words: 'Good\ntalk',
      area: [0.06, 0.07, 0.5, 0.34],
      align: 'left',
      alignY: 'top',
      placement: 'foreground',
      look: {
        fontFamily: 'Syne',
        fontWeight: 700,
        alignment: 'left',
        lineHeight: 0.98,
        letterSpacing: -2,
        color: pale,
        dropShadow: { enabled: true, color: deep, opacity: 60, blur: 14, horizontal: 0, vertical: 2 },
      },
    },
    {
      kind: 'text',
      words: 'The podcast',
      isUpperCase: true,
      box: { color: pale, across: 0.8, down: 0.6, radius: 0.5 },
      area: [0.06, 0.87, 0.44, 0.065],
      align: 'left',
      placement: 'foreground',
      look: { fontFamily: 'Syne', fontWeight: 700, letterSpacing: 6, color: deep },
    },
  ],
}
