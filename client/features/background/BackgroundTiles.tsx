import { Blend } from 'lucide-react'
import { use } from 'react'
import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import { ColorToolsContext } from '#client/kit/ui/controls/PickColorButton.tsx'
import { PresetTile, PresetTiles } from '#client/layers/cards/PresetTiles.tsx'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { useSession } from '#client/model/session/session.ts'
import {
  blurBackground,
  FLOORS,
  GRADIENTS,
  type GradientPreset,
  hasGradient,
  isBackgroundBlurred,
  photoGradients,
  setGradient,
} from './backgroundPresets.ts'
import styles from './tabs.module.css'

const swatchOf = ({ top, bottom, floor }: GradientPreset) =>
  `linear-gradient(${top}, ${bottom}${floor ? ` 62%, ${floor} 70%` : ''})`

const NO_COLORS = { subject: [], background: [] }

/** Tiles that set a background: the blurred original, gradients of the photo's colors, studio floors, and others. */
export function BackgroundTiles() {
  const session = useSession()
  const doc: DocumentSnapshot = useSnapshot(session.doc)
  const colors = use(ColorToolsContext) ?? NO_COLORS
  return (
    <PresetTiles label={t('Backgrounds')} columns={3}>
      <PresetTile name={t('Blur')} isPressed={isBackgroundBlurred(doc)} onPress={() => blurBackground(session)}>
        <span className={styles.swatch}>
          <Blend aria-hidden />
        </span>
      </PresetTile>
      {[...photoGradients(colors), ...FLOORS, ...GRADIENTS].map((preset) => (
        <PresetTile
          key={preset.name}
          name={t(preset.name)}
          isPressed={hasGradient(doc, preset)}
          onPress={() => setGradient(session, preset)}
        >
          <span className={styles.swatch} style={{ background: swatchOf(preset) }} aria-hidden />
        </PresetTile>
      ))}
    </PresetTiles>
  )
}
