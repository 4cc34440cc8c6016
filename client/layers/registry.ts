/** Every kind of layer, one line each. */
import { backgroundKind } from './background/index.ts'
import { subjectKind } from './subject/index.ts'
import { textKind } from './text/index.ts'

export const kinds = {
  background: backgroundKind,
  subject: subjectKind,
  text: textKind,
}

export type Kinds = typeof kinds
export type KindName = keyof Kinds
