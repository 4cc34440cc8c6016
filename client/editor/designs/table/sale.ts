import type { Design } from '../design.ts'

export const sale: Design = {
  id: 'sale',
  name: 'Sale',
  format: '1:1',
  hue: 30,
  backdrop: ({ strong }) => ({ color: strong }),
  subject: { area: [0.17, 0.12, 0.66, 0.73], outline: () => ({ color: '#ffffff', width: 0.014 }) },
  items: ({ pale, deep }) => [
    ...([0.035, 0.355, 0.675] as const).map(
      (top, i) =>
        ({
          kind: 'text',
          words: 'Sale',
          isUpperCase: true,
          area: [0.03, top, 0.94, 0.29],
          placement: 'background',
          ...(i > 0 && { isOrnament: true as const }),
          look: {
            fontFamily: 'Archivo Black',
            fontWeight: 400,
            letterSpacing: -2,
            color: pale,
            opacity: [100, 62, 30][i] ?? 100,
          },
        }) as const,
    ),
    {
      kind: 'shape',
      area: [0.69, 0.68, 0.27, 0.27],
      placement: 'foreground',
      look: { type: 'circle', color: '#ffe14d' },
    },
    {
      kind: 'text',
      words: '−50 %',
      area: [0.715, 0.745, 0.22, 0.09],
      placement: 'foreground',
      look: { fontFamily: 'Archivo Black', fontWeight: 400, color: '#161616' },
    },
    {
      kind: 'text',
      words: 'Only today',
      area: [0.735, 0.85, 0.18, 0.03],
      placement: 'foreground',
      look: { fontFamily: 'Inter', fontWeight: 700, color: '#161616' },
    },
    {
      kind: 'text',
      words: 'The summer collection',
      isUpperCase: true,
      box: { color: deep, across: 0.7, down: 0.55 },
      area: [0.04, 0.885, 0.56, 0.06],
      align: 'left',
      placement: 'foreground',
      look: { fontFamily: 'Inter', fontWeight: 700, letterSpacing: 6, color: '#ffffff' },
    },
  ],
}
