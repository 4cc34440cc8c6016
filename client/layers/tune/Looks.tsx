import { useCallback, useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import type { ColorSpace } from '#client/kit/base/color-space/colorSpace.ts'
import { idle, whenIdle } from '#client/kit/base/scheduling.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Section } from '#client/kit/ui/controls/Section.tsx'
import { useLoaded } from '#client/kit/ui/hooks.ts'
import { colorSpaceOf } from '#client/model/assets/straightAlpha.ts'
import { useSession } from '#client/model/session/session.ts'
import { PresetTile, PresetTiles } from '../cards/PresetTiles.tsx'
import { type ReducedPixels, reducedPixels } from '../shared/reducedPixels.ts'
import { applyLook, automaticLook, hasLook, LOOKS, type LookValues, withLook } from './looks.ts'
import styles from './panel.module.css'

/** Longer side of the reduced photo, px. */
const SIDE = 96

const ORIGINAL = { name: 'Original', values: {} }

/** The reduced photo, the colour space of its pixels, and the automatic look for the photo. */
interface Sample {
  photo: ReducedPixels
  space: ColorSpace
  auto: LookValues
}

/** Tiles that show the user's photo with each look. Each click is one undo step. */
export function Looks() {
  const { doc, history, ui } = useSession()
  const tune = useSnapshot(doc.tune)
  const switches = useSnapshot(ui.tune)
  const sample = useSample()
  const looks = [ORIGINAL, { name: 'Auto', values: sample?.auto ?? null }, ...LOOKS]
  return (
    <Section title={t('Looks')} startsOpen>
      <PresetTiles label={t('Looks')} columns={3}>
        {looks.map(({ name, values }) => (
          <PresetTile
            key={name}
            name={t(name)}
            isPressed={values !== null && hasLook(tune, values, switches)}
            onPress={() =>
              values &&
              history.transact(t('Look: {name}', { name: t(name) }), () => applyLook(doc.tune, values, ui.tune))
            }
          >
            <LookImage sample={sample} values={values} />
          </PresetTile>
        ))}
      </PresetTiles>
    </Section>
  )
}

function LookImage({ sample, values }: { sample: Sample | null; values: LookValues | null }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (!sample || !values) return
    return whenIdle(() => {
      const { photo, space } = sample
      canvas.current?.getContext('2d', { colorSpace: space })?.putImageData(withLook(photo, values, space), 0, 0)
    }, 'soon')
  }, [sample, values])
  return <canvas ref={canvas} className={styles.look} aria-hidden {...(sample && sizeOf(sample.photo))} />
}

const sizeOf = ({ width, height }: ReducedPixels) => ({ width, height })

function useSample(): Sample | null {
  const { doc, assets } = useSession()
  const asset = useSnapshot(doc).photo?.asset
  const load = useCallback(
    async (signal: AbortSignal) => {
      const bitmap = asset && assets.bitmap(asset)?.bitmap
      if (!bitmap) return null
      await idle(signal)
      const photo = signal.aborted ? null : await reducedPixels(bitmap, SIDE)
      const space = colorSpaceOf(bitmap)
      return photo && { photo, space, auto: automaticLook(photo, space) }
    },
    [assets, asset],
  )
  return useLoaded(load)[0]
}
