/**
 * Icons for "behind the subject" and "in front of the subject", on Lucide's grid of 24 px. Each icon shows a layer (a
 * rectangle) that overlaps a person. The shape in front is solid and hides a part of the other shape.
 */
import { createLucideIcon } from 'lucide-react'

const SOLID = { fill: 'currentColor', strokeWidth: 1 }

/** A rectangle behind a solid person. */
export const BehindSubject = createLucideIcon('behind-subject', [
  ['path', { d: 'M6 16H4a1.5 1.5 0 0 1-1.5-1.5v-10A1.5 1.5 0 0 1 4 3h11a1.5 1.5 0 0 1 1.5 1.5V5', key: 'layer' }],
  ['circle', { ...SOLID, cx: 16, cy: 10.5, r: 3.2, key: 'head' }],
  ['path', { ...SOLID, d: 'M8.5 21.5c0-4.2 3.3-6 7.5-6s7 1.8 7 6z', key: 'shoulders' }],
])

/** A solid rectangle in front of an outlined person. */
export const InFrontOfSubject = createLucideIcon('in-front-of-subject', [
  ['rect', { ...SOLID, x: 2, y: 3.5, width: 11, height: 13, rx: 1.5, key: 'layer' }],
  ['path', { d: 'M15.5 8a3 3 0 1 1 0 5.6', key: 'head' }],
  ['path', { d: 'M8.5 19.8v1.5h14c0-3.4-2-5.1-5-5.3', key: 'shoulders' }],
])
