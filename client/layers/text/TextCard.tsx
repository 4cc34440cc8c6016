import { BringToFront, Copy, SendToBack, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { useSession } from '../../session/SessionContext.tsx'
import { select, selectedLayer } from '../../session/ui/selection.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { duplicateLayer, placeLayer, removeLayer } from '../actions.ts'
import TextPanel from './panel.tsx'
import type { TextLayer } from './schema.ts'
import styles from './TextCard.module.css'

/** One text in the list: its name and what can be done to it; the selected one is open and in view. */
export function TextCard({ layer }: { layer: TextLayer }) {
  const session = useSession()
  const { id } = layer
  const { text, fontFamily, placement } = useSnapshot(layer)
  const { selection, editing } = useSnapshot(session.ui)
  const isOpen = selectedLayer({ selection }) === id
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isOpen) card.current?.scrollIntoView({ block: 'start' })
  }, [isOpen])
  useEffect(() => {
    if (editing !== id) return
    session.ui.editing = null
    const words = card.current?.querySelector('textarea')
    words?.focus()
    words?.select()
  }, [session, editing, id])

  const name = nameOf(text)
  const isBehind = placement === 'background'
  return (
    <section ref={card} className={styles.card} aria-label={name} data-open={isOpen || undefined}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.title}
          aria-expanded={isOpen}
          onClick={() => {
            select(session.ui, ...(isOpen ? [] : [id]))
          }}
        >
          <span className={styles.glyph} style={{ fontFamily: `"${fontFamily}", var(--font)` }} aria-hidden>
            {firstGrapheme(name)}
          </span>
          <span className={styles.words}>
            <span className={styles.name}>{name}</span>
            <span className={styles.about}>
              {fontFamily} · {isBehind ? 'behind' : 'in front'}
            </span>
          </span>
        </button>
        <IconButton
          size="small"
          label={isBehind ? 'Bring in front of the subject' : 'Send behind the subject'}
          icon={isBehind ? BringToFront : SendToBack}
          onClick={() => placeLayer(session, id, isBehind ? 'foreground' : 'background')}
        />
        <IconButton size="small" label="Duplicate" icon={Copy} onClick={() => duplicateLayer(session, id)} />
        <IconButton size="small" label="Delete" icon={Trash2} onClick={() => removeLayer(session, id)} />
      </div>
      {isOpen && <TextPanel layer={id} />}
    </section>
  )
}

/** The first line that says anything. */
const nameOf = (text: string): string =>
  text
    .split(/\p{Zl}|\p{Zp}|[\n\r]/u)
    .map((line) => line.trim())
    .find(Boolean) ?? 'Empty text'

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const firstGrapheme = (text: string): string => graphemes.segment(text)[Symbol.iterator]().next().value?.segment ?? ''
