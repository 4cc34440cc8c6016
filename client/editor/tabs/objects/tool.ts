import { objectKind } from '../../../layers/object/index.ts'
import { OBJECTS_TAB } from '../../../model/session/ui/subject.ts'

/** The panel of the objects that were lifted out of the photo. */
export const OBJECTS_TOOL = {
  id: OBJECTS_TAB,
  label: 'Objects',
  icon: objectKind.icon,
  kind: objectKind.kind,
  shortcut: 'O',
}
