import type { Design } from '../design.ts'

export const thumbnail: Design = {
  id: 'thumbnail',
  name: 'Video thumbnail',
  format: '16:9',
  hue: 25,
  backdrop: ({ strong, deep }) => ({ color: strong, gradient: { color: deep, angle: 250 } }),
  subject: { area: [0.5, 0.05, 0.48, 0.95], isAside: true, outline: () => ({ color: '#ffffff', width: 0.014 }) },
  items: ({ bright, deep }) => [
    {
      kind: 'shape',
      area: [0.5, 0.04, 0.56, 1.1],
      placement: 'background',
      look: { type: 'circle', color: bright, opacity: 55, gradient: { enabled: true, color: deep, angle: 200 } },
    },
    {
      kind: 'text',
      words: 'Watch\nthis',
      isUpperCase: true,
      area: [0.045, 0.2, 0.5, 0.6],
      align: 'left',
      placement: 'foreground',
      look: {
        fontFamily: 'Archivo Black',
        fontWeight: 400,
        alignment: 'left',
        lineHeight: 0.98,
        color: '#ffffff',
        stroke: { enabled: true, color: deep, width: 6 },
        dropShadow: { enabled: true, color: deep, opacity: 100, blur: 0, horizontal: 4, vertical: 5 },
      },
    },
    {
      kind: 'text',
      words: 'New',
      isUpperCase: true,
      box: { color: '#ffe14d', across: 0.5, down: 0.36, radius: 0.12 },
      area: [0.045, 0.07, 0.3, 0.095],
      align: 'left',
      placement: 'foreground',
      look: { fontFamily: 'Archivo Black', fontWeight: 400, color: '#161616' },
    },
    {
      kind: 'text',
      words: 'In 10 minutes',
      box: { color: '#ffffff', across: 0.5, down: 0.36, radius: 0.12 },
      area: [0.045, 0.845, 0.4, 0.085],
      align: 'left',
      placement: 'foreground',
      look: { fontFamily: 'Inter', fontWeight: 700, color: deep },
    },
  ],
}
