import { t } from '../../kit/i18n/translate.ts'
import { nameOf, type ShapeType } from './outlines.ts'

/** Returns the translated name of a shape. */
export const shapeName = (type: ShapeType): string => t(nameOf(type))
