import { Download, Pause, Play } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { MotionFileFields } from '#client/editor/export-fields/MotionFileFields.tsx'
import panel from '#client/editor/shell/PanelFoot.module.css'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { t, tLabels } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { Section } from '#client/kit/ui/controls/Section.tsx'
import { Segmented } from '#client/kit/ui/controls/Segmented.tsx'
import { Slider } from '#client/kit/ui/controls/Slider.tsx'
import type { ChoiceField } from '#client/kit/values/fields.ts'
import { PanelFields } from '#client/layers/cards/LayerFields.tsx'
import { DocumentSlider, sliderPropsOf } from '#client/layers/controls/fieldControls.tsx'
import { useHistoryEvents } from '#client/layers/controls/useField.ts'
import { motionFormatOf, motionLimits } from '#client/media/exporter/motion/motionFormats.ts'
import { planMotion } from '#client/media/exporter/motion/planMotion.ts'
import { isOpaque } from '#client/model/document/backdrop.ts'
import { type DocumentSnapshot, setPart } from '#client/model/document/document.ts'
import { depthField, type Motion, motionFields, motionOf, setDepth } from '#client/model/document/motion.ts'
import { useDocument, useSession } from '#client/model/session/session.ts'
import { depthsOf } from '#client/render/planes.ts'
import styles from './Motion.module.css'
import { createMotion } from './motion.ts'
import { PathThumbnail } from './PathThumbnail.tsx'

/** The options for the camera path and the text animation. Labels are English; translated when shown. */
const PATHS = [
  { value: 'push', label: 'Push in' },
  { value: 'slide', label: 'Slide' },
  { value: 'orbit', label: 'Orbit' },
  { value: 'float', label: 'Float' },
] as const satisfies readonly { value: Motion['path']; label: string }[]

const TEXT_ANIMATIONS = [
  { value: 'none', label: 'No animation' },
  { value: 'fade', label: 'Fade in' },
  { value: 'rise', label: 'Rise' },
  { value: 'letters', label: 'Letter by letter' },
] as const satisfies readonly { value: Motion['text']; label: string }[]

/** The Motion panel: settings of camera, text layers, depths and file. The canvas plays the motion. */
export default function MotionPanel() {
  const { session, flow } = useWorkspace()
  const motion = flow(createMotion)
  const doc = useDocument()
  const { isPlaying, file, supported } = useSnapshot(motion.state)
  const { isDownloading } = useSnapshot(session.ui)
  const { path, text } = motionOf(doc)
  useEffect(() => void motion.open(), [motion]) // `open` never rejects
  const hasTexts = Object.values(doc.layers).some(({ kind }) => kind === 'text')
  return (
    <>
      <PanelFields>
        <MotionChoice
          field={motionFields.path}
          value={path}
          change={(value) => ({ path: value })}
          options={PATHS.map((one) => ({ ...one, picture: <PathThumbnail path={one.value} /> }))}
        />
        <DocumentSlider part="motion" name="strength" field={motionFields.strength} />
        <DocumentSlider part="motion" name="seconds" field={motionFields.seconds} />
        {hasTexts && (
          <MotionChoice
            field={motionFields.text}
            value={text}
            change={(value) => ({ text: value })}
            options={TEXT_ANIMATIONS}
          />
        )}
      </PanelFields>
      <Section title={t('Depth')}>
        <p className={styles.note}>{t('Layers with lower values are closer to the camera and move more.')}</p>
        <Depths doc={doc} />
      </Section>
      <PanelFields>
        <MotionFileFields
          file={file}
          original={planMotion(doc, 'original', motionLimits(motionFormatOf(file), Number(file.fps))).frame}
          supported={supported}
          onChange={(change) => Object.assign(motion.state.file, change)}
        />
        {doc.photo?.colorSpace && <p className={styles.note}>{t('The colors are converted to sRGB.')}</p>}
        {!isOpaque(doc) && <p className={styles.note}>{t('A transparent background becomes white.')}</p>}
      </PanelFields>
      <div className={panel.foot}>
        <Button
          icon={isPlaying ? Pause : Play}
          onClick={() => {
            motion.state.isPlaying = !isPlaying
          }}
        >
          {isPlaying ? t('Pause') : t('Play')}
        </Button>
        <Button
          look="primary"
          icon={Download}
          disabled={isDownloading || !supported}
          onClick={() => void motion.save()} // `save` shows errors itself
        >
          {t('Save motion')}
        </Button>
      </div>
    </>
  )
}

interface ChoiceProps<V extends string> {
  field: ChoiceField<V>
  value: V
  /** Returns the change to the document's motion that sets the field. */
  change(value: V): Partial<Motion>
  options: readonly { value: V; label: string; picture?: ReactNode }[]
}

function MotionChoice<V extends string>({ field, value, change, options }: ChoiceProps<V>) {
  const { doc, history } = useSession()
  const write = (next: V) => history.transact(t(field.label), () => setPart(doc, 'motion', change(next)))
  return (
    <Segmented
      hasVisibleLabel
      label={t(field.label)}
      value={value}
      options={tLabels(options)}
      columns={2}
      onChange={write}
    />
  )
}

/** A depth slider for each visible layer, the nearest layer first. */
function Depths({ doc }: { doc: DocumentSnapshot }) {
  const stack = useWorkspace().flow(createMotion).graphics.stackOf(doc)
  const depths = depthsOf(doc, stack)
  const layers = Object.fromEntries(Object.values(doc.layers).map(({ depth: _, ...layer }) => [layer.id, layer]))
  const initial = depthsOf({ ...doc, layers }, stack)
  const percent = (depth = 1) => Math.round(100 * depth)
  return stack
    .filter(({ id }) => depths.has(id))
    .reverse()
    .map((one) => (
      <DepthSlider key={one.id} {...one} value={percent(depths.get(one.id))} initial={percent(initial.get(one.id))} />
    ))
}

interface DepthProps {
  id: DocumentSnapshot['order'][number]
  name: string
  value: number
  /** The default depth of the layer, which follows from its position in the stack. */
  initial: number
}

function DepthSlider({ id, name, value, initial }: DepthProps) {
  const { doc } = useSession()
  const events = useHistoryEvents<number>(t(depthField.label), `${id}.depth`, (depth) => {
    const layer = doc.layers[id]
    if (layer) setDepth(layer, depth, initial)
  })
  return <Slider {...events} {...sliderPropsOf(depthField)} label={name} value={value} initial={initial} />
}
