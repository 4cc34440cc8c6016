import { RefreshCw } from 'lucide-react'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import type { Values } from '#client/kit/values/fields.ts'
import type { LayerBase } from '#client/model/document/document.ts'
import { useSession } from '#client/model/session/session.ts'
import { fillField } from '#client/render/inpainting/fillFields.ts'
import { FieldFlag } from '../controls/fieldControls.tsx'

const { enabled, seed } = fillField.fields

interface Props {
  layer: LayerBase & { fill: Values<(typeof fillField)['fields']> }
  /** True if the layer's original position in the photo is a hole that needs a fill. */
  isNeeded: boolean
}

/**
 * Controls for filling the photo behind the subject or a lifted object: a switch, and a button that generates
 * alternative fills.
 */
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
