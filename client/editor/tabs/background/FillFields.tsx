import { RefreshCw } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { t } from '../../../kit/i18n/translate.ts'
import { Button } from '../../../kit/ui/controls/Button.tsx'
import { FieldFlag } from '../../../layers/controls/FieldFlag.tsx'
import type { SubjectLayer } from '../../../layers/subject/schema.ts'
import type { DocumentSnapshot } from '../../../model/document/document.ts'
import { fillField } from '../../../render/inpainting/fillFields.ts'
import { neededFill } from '../../../render/photo/branches.ts'
import { useWorkspace } from '../../workspace/WorkspaceContext.tsx'

const { enabled, seed } = fillField.fields

/** What is seen of the photo where its subject was: the completed background, and other suggestions for it. */
export function FillFields({ subject }: { subject: SubjectLayer }) {
  const { session } = useWorkspace()
  const doc: DocumentSnapshot = useSnapshot(session.doc)
  const tryAnother = () =>
    session.history.transact(t('Try another'), () => {
      subject.fill.seed = subject.fill.seed < seed.max ? subject.fill.seed + 1 : seed.min
    })
  return (
    <>
      <FieldFlag path={`${subject.id}.fill`} record={subject.fill} name="enabled" field={enabled} />
      {neededFill(doc) && (
        <Button icon={RefreshCw} isWide onClick={tryAnother}>
          {t('Try another')}
        </Button>
      )}
    </>
  )
}
