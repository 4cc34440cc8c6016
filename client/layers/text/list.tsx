import { Box, Plus, Type } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { defaults } from '../../base/fields.ts'
import type { LayerBase } from '../../document/document.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { addLayer, mayAddLayers } from '../actions.ts'
import styles from './list.module.css'
import { FIRST_PRESET, presetEffect } from './presets.ts'
import { type TextLayer, textFields } from './schema.ts'
import { TextCard } from './TextCard.tsx'

/** What a 3D text differs in from any other. */
const SOLID = { threeDEffect: presetEffect(FIRST_PRESET, defaults(textFields)) }

/** The Text tab: new texts, and every text there is. */
export default function TextTab() {
  const session = useSession()
  const doc = useSnapshot(session.doc)
  const ui = useSnapshot(session.ui)
  if (!doc.photo) return <EmptyState icon={Type} text="Please upload an image first to add text behind objects" />
  const mayAdd = mayAddLayers({ doc, ui })
  const texts = doc.order.filter((id) => doc.layers[id]?.kind === 'text')
  return (
    <>
      <div className={styles.new}>
        <Button icon={Plus} isWide disabled={!mayAdd} onClick={() => addLayer(session, 'text')}>
          Add Text
        </Button>
        <Button icon={Box} isWide disabled={!mayAdd} onClick={() => addLayer(session, 'text', SOLID)}>
          Add 3D Text
        </Button>
      </div>
      {texts.map((id) => {
        const layer: LayerBase | undefined = session.doc.layers[id]
        return layer && <TextCard key={id} layer={layer as TextLayer} /> // its kind was asked above
      })}
    </>
  )
}
