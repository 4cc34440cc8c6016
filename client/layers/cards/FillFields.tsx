import { RefreshCw } from 'lucide-react'
import type { Values } from '../../kit/base/fields.ts'
import { t } from '../../kit/i18n/translate.ts'
import { Button } from '../../kit/ui/controls/Button.tsx'
import type { LayerBase } from '../../model/document/document.ts'
import { useSession } from '../../model/session/session.ts'
import { fillField } from '../../render/inpainting/fillFields.ts'
import { FieldFlag } from '../controls/fieldControls.tsx'

const { enabled, seed } = fillField.fields

interface Props {
  layer: LayerBase & { fill: Values<(typeof fillField)['fields']> }
  /** The photo shows what was behind the layer. */
  isNeeded: boolean
}

/** What is seen of the photo where its subject or an object was: the completed background, and other suggestions for it. */
export function FillFields({ layer, isNeeded }: Props) {
  const { history } = useSession()
  const tryAnother = () =>
    history.transact(t('Try another fill'), () => {
      layer.fill.seed = layer.fill.seed < seed.max ? layer.fill.seed + 1 : seed.min
    })
  return (
    <>
      <FieldFlag path={`${layer.id}.fill`} record={layer.fill} name="enabled" field={enabled} />
      {isNeeded && (
        <Button icon={RefreshCw} isWide onClick={tryAnother}>
          {t('Try another fill')}
        </Button>
      )}
    </>
  )
}
