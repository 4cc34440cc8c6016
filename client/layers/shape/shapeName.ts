import { t } from '../../kit/i18n/translate.ts'
import type { ShapeType } from './outlines.ts'

/** Returns the translated name of a shape. */
export const shapeName = (type: ShapeType): string => t(NAMES[type])

const NAMES: Readonly<Record<ShapeType, string>> = {
  square: 'Square',
  circle: 'Circle',
  triangle: 'Triangle',
  'reverse-triangle': 'Reverse triangle',
  star: 'Star',
  heart: 'Heart',
  rectangle: 'Rectangle',
  line: 'Line',
  diamond: 'Diamond',
  pentagon: 'Pentagon',
  hexagon: 'Hexagon',
  cross: 'Cross',
  arrow: 'Arrow',
  'curved-line': 'Curved line',
}
