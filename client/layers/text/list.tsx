import { Box, Plus, Type } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { defaults } from '../../base/fields.ts'
import type { LayerBase } from '../../document/document.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { addLayer, mayAddLayers } from '../actions.ts'
import type { LayerValues } from '../newLayer.ts'
import styles from './list.module.css'
import { layoutOf, weightOf } from './paint/measure.ts'
import { FIRST_PRESET, presetEffect } from './presets.ts'
import { type TextLayer, textFields } from './schema.ts'
import { TextCard } from './TextCard.tsx'
import { WhyNot } from './WhyNot.tsx'

/** The Text tab: new texts, and every text there is. */
export default function TextTab() {
  const session = useSession()
  const doc = useSnapshot(session.doc)
  const ui = useSnapshot(session.ui)
  if (!doc.photo) return <EmptyState icon={Type} text="Please upload an image first to add text behind objects" />
  const mayAdd = mayAddLayers({ doc, ui })
  const texts = doc.order.filter((id) => doc.layers[id]?.kind === 'text')
  const add = (values: LayerValues) => {
    const id = addLayer(session, 'text', values)
    // Its words can be typed over at once; where a keyboard would cover the photo, they wait for a tap.
    if (!matchMedia('(pointer: coarse)').matches) session.ui.editing = id
  }
  const why = mayAdd ? undefined : 'text-why-not'
  return (
    <>
      <div className={styles.new}>
        <Button icon={Plus} isWide disabled={!mayAdd} aria-describedby={why} onClick={() => add({})}>
          Add Text
        </Button>
        <Button icon={Box} isWide disabled={!mayAdd} aria-describedby={why} onClick={() => add(solidText())}>
          Add 3D Text
        </Button>
      </div>
      {why && <WhyNot id={why} />}
      {texts.map((id) => {
        const layer: LayerBase | undefined = session.doc.layers[id]
        return layer && <TextCard key={id} layer={layer as TextLayer} /> // its kind was asked above
      })}
    </>
  )
}

/** What a 3D text differs in from any other. */
function solidText() {
  const words = defaults(textFields)
  const { box } = layoutOf(words.text, words.fontFamily, weightOf(words.fontWeight))
  return { threeDEffect: presetEffect(FIRST_PRESET, words, box.width * words.fontSize) }
}
