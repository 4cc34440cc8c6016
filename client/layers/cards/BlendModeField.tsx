import { useSnapshot } from 'valtio'
import type { LayerId } from '#client/kit/base/ids.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Select } from '#client/kit/ui/controls/Select.tsx'
import { useSession } from '#client/model/session/session.ts'
import { BLEND_MODES, type BlendMode } from '#shaders/blend/modes.ts'
import { setBlendMode } from '../actions.ts'

const LABELS: Readonly<Record<BlendMode, string>> = {
  normal: 'Normal',
  multiply: 'Multiply',
  screen: 'Screen',
  overlay: 'Overlay',
  darken: 'Darken',
  lighten: 'Lighten',
  'color-dodge': 'Colour dodge',
  'color-burn': 'Colour burn',
  'hard-light': 'Hard light',
  'soft-light': 'Soft light',
  difference: 'Difference',
}

export function BlendModeField({ layer: id }: { layer: LayerId }) {
  const session = useSession()
  const layer = useSnapshot(session.doc).layers[id]
  if (!layer) return null
  return (
    <Select
      label={t('Blend mode')}
      value={layer.blendMode ?? 'normal'}
      options={BLEND_MODES.map((mode) => ({ value: mode, label: t(LABELS[mode]) }))}
      onChange={(mode) => setBlendMode(session, id, mode)}
    />
  )
}
