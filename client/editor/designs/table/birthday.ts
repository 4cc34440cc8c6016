import type { Design } from '../design.ts'

export const birthday: Design = {
  id: 'birthday',
  name: 'Birthday',
  format: '4:5',
  hue: 350,
  backdrop: ({ soft, pale }) => ({ color: pale, gradient: { color: soft, angle: 180 } }),
  subject: { area: [0.18, 0.34, 0.64, 0.54], outline: () => ({ color: '#ffffff', width: 0.022 }) },
  items: ({ bright, rich, strong }) => [
    { kind: 'shape', area: [0.11, 0.3, 0.78, 0.62], placement: 'background', look: { type: 'circle', color: bright } },
    {
      kind: 'text',
      words: 'Happy birthday',
      area: [0.05, 0.055, 0.9, 0.2],
      placement: 'foreground',
      look: { fontFamily: 'Pacifico', fontWeight: 400, color: rich, curve: 40 },
    },
    { kind: 'sticker', emoji: '🎈', area: [0.04, 0.27, 0.17, 0.14], rotation: -12, placement: 'background' },
    { kind: 'sticker', emoji: '🎈', area: [0.8, 0.24, 0.14, 0.12], rotation: 14, placement: 'background' },
    { kind: 'sticker', emoji: '🎉', area: [0.78, 0.72, 0.17, 0.14], rotation: 8, placement: 'foreground' },
    { kind: 'sticker', emoji: '🎁', area: [0.05, 0.73, 0.16, 0.13], rotation: -8, placement: 'foreground' },
    {
      kind: 'text',
      words: 'You are loved',
      box: { color: '#ffffff', across: 0.8, down: 0.55, radius: 0.5 },
      area: [0.2, 0.915, 0.6, 0.055],
      placement: 'foreground',
      look: { fontFamily: 'Fredoka', fontWeight: 700, color: strong },
    },
  ],
}
