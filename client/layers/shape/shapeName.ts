import type { ShapeType } from './outlines.ts'

/** As buttons and lists say it: 'Reverse triangle'. */
export const shapeName = (type: ShapeType): string =>
  `${type.charAt(0).toUpperCase()}${type.slice(1).replaceAll('-', ' ')}`
