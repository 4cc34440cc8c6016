import { useCallback, useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { idle, whenIdle } from '#client/kit/async/scheduling.ts'
import { t } from '#client/kit/i18n/translate.ts'
import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'
import { Section } from '#client/kit/ui/controls/Section.tsx'
import { useLoaded } from '#client/kit/ui/hooks.ts'
import { sameItems } from '#client/kit/values/identity.ts'
import { PresetTile, PresetTiles } from '#client/layers/cards/PresetTiles.tsx'
import type { ReducedPixels } from '#client/layers/colors/reducedPixels.ts'
import { usePaintReduced } from '#client/layers/PaintReducedContext.ts'
import { type DocumentSnapshot, isPhotoLayer, NEUTRAL_TUNE, workingSpace } from '#client/model/document/document.ts'
import { snapshotOf, useSession, useSessionValue } from '#client/model/session/session.ts'
import { asLifted } from '#client/render/objects/lifted.ts'
import { applyLook, automaticLook, hasLook, LOOKS, type LookValues, withLook } from './looks.ts'
import styles from './TunePanel.module.css'
import { tuneSwitches } from './TuneSlider.tsx'

/** Longer side of a look's thumbnail, px. */
const SIDE = 96

const ORIGINAL = { name: 'Original', values: {} }

/** The downscaled image, its color space, and its automatic look. */
interface Sample {
  photo: ReducedPixels
  space: ColorSpace
  auto: LookValues
}

/** Tiles that show the edited image with each look. Applying a look is one undo step. */
export function Looks() {
  const session = useSession()
  const { doc, history } = session
  const tune = useSnapshot(doc.tune)
  const switches = useSnapshot(tuneSwitches(session))
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
              history.transact(t('Look: {name}', { name: t(name) }), () =>
                applyLook(doc.tune, values, tuneSwitches(session)),
              )
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
      const [{ photo, space }, element] = [sample, canvas.current]
      if (!element) return
      // the previous image stays visible until now, because setting the size clears the canvas
      Object.assign(element, { width: photo.width, height: photo.height })
      element.getContext('2d', { colorSpace: space })?.putImageData(withLook(photo, values, space), 0, 0)
    }, 'soon')
  }, [sample, values])
  return <canvas ref={canvas} className={styles.look} aria-hidden />
}

function useSample(): Sample | null {
  const paintReduced = usePaintReduced()
  const picture = useSessionValue(
    (session) => untuned(snapshotOf(session)),
    (a, b) => sameItems(partsOf(a), partsOf(b)),
  )
  const load = useCallback(
    async (signal: AbortSignal) => {
      if (picture.photo) await idle(signal)
      const photo = picture.photo && !signal.aborted ? await paintReduced(picture, SIDE) : null
      const space = workingSpace(picture)
      return photo && { photo, space, auto: automaticLook(photo, space) }
    },
    [paintReduced, picture],
  )
  return useLoaded(load)[0]
}

/** Returns the document without enhancements and without added layers. */
function untuned({ lens: _, ...doc }: DocumentSnapshot): DocumentSnapshot {
  const order = doc.order.filter((id) => {
    const layer = doc.layers[id]
    return layer && (isPhotoLayer(layer) || asLifted(layer))
  })
  return { ...doc, tune: NEUTRAL_TUNE, order }
}

/** Returns the document's parts that affect the image of a look. */
const partsOf = ({ photo, separation, mend, backdrop, crop, layers, order }: DocumentSnapshot): readonly unknown[] => [
  ...[photo, separation, mend, backdrop, crop],
  ...order.map((id) => layers[id]),
]
