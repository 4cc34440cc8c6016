/**
 * Icons of the two sides of the subject, on Lucide's grid of 24 px. In both icons, a letter T and a person overlap. The
 * front shape is solid or bold, and hides a part of the other shape.
 */
import { createLucideIcon } from 'lucide-react'

const SOLID = { fill: 'currentColor', strokeWidth: 1 }

/** A letter behind a solid person. */
export const BehindSubject = createLucideIcon('behind-subject', [
  ['path', { d: 'M2.5 4.5h13', key: 'bar' }],
  ['path', { d: 'M9 4.5V14', key: 'stem' }],
  ['circle', { ...SOLID, cx: 16, cy: 10.5, r: 3.2, key: 'head' }],
  ['path', { ...SOLID, d: 'M8.5 21.5c0-4.2 3.3-6 7.5-6s7 1.8 7 6z', key: 'shoulders' }],
])

/** A bold letter in front of an outlined person. */
export const InFrontOfSubject = createLucideIcon('in-front-of-subject', [
  ['path', { d: 'M3 4.5h11', strokeWidth: 3.5, key: 'bar' }],
  ['path', { d: 'M8.5 4.5v16', strokeWidth: 3.5, key: 'stem' }],
  ['circle', { cx: 17, cy: 10.8, r: 3, key: 'head' }],
  ['path', { d: 'M13 21.3h9.5c0-3.7-2.4-5.3-5.5-5.3-1.6 0-3 .4-4 1.3', key: 'shoulders' }],
])
