import { type MouseEvent, useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import styles from '#client/editor/shell/Templates.module.css'
import { textName } from '#client/engine/template/withTexts.ts'
import { listen, stopAll } from '#client/kit/async/listeners.ts'
import { t } from '#client/kit/i18n/translate.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { useLayer } from '#client/layers/cards/useLayer.ts'
import type { TextLayer } from '#client/layers/text/schema.ts'
import { WordsField } from '#client/layers/text/WordsField.tsx'
import { type Session, useDocument, useSession } from '#client/model/session/session.ts'
import { selectedLayer } from '#client/model/session/ui/selection.ts'
import { templateState } from './templateState.ts'

/** Fields for the text of the applied template, with the title first. */
export function TemplateWords() {
  const session = useSession()
  const { texts } = useSnapshot(templateState(session)).last
  const { layers } = useDocument()
  const names = texts.map(([id]) => id && layers[id]?.name)
  const fields = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    // scrolls only as far as needed, so that the tiles stay visible
    if (texts.length > 0) fields.current?.firstElementChild?.scrollIntoView({ block: 'nearest' })
  }, [texts])
  useEffect(() => focusByClick(session), [session])
  return (
    <fieldset
      ref={fields}
      className={styles.words}
      aria-label={t('Template text')}
      onMouseDown={keepFocusBetweenFields}
    >
      {texts.map(([id, ...others], role) => (
        <RoleField key={id} id={id as LayerId} others={others} role={textName(role, names)} />
      ))}
    </fieldset>
  )
}

/** Prevents clicks between fields from moving the focus. Otherwise shortcuts such as Ctrl+A would affect the layers. */
function keepFocusBetweenFields(event: MouseEvent) {
  if (event.target instanceof Element && !event.target.closest('textarea, label')) event.preventDefault()
}

/** Minimum distance between press and release of a drag, in CSS px. A shorter movement is a click. */
const DRAG_PX = 4

/**
 * Moves the focus to the layer's field when the user clicks the text layer with the mouse. Returns a function that
 * removes the listeners.
 */
function focusByClick(session: Session): () => void {
  const { ui } = session
  let pressed = { x: 0, y: 0 }
  const press = ({ clientX: x, clientY: y }: PointerEvent) => {
    pressed = { x, y }
  }
  const click = ({ target, pointerType, clientX: x, clientY: y }: PointerEvent) => {
    const isOnPhoto = target instanceof Element && target.closest('[role=application]') !== null
    const isDrag = Math.hypot(x - pressed.x, y - pressed.y) > DRAG_PX
    if (!isOnPhoto || isDrag || pointerType !== 'mouse') return
    const selected = selectedLayer(ui)
    const field = templateState(session).last.texts.find((ids) => selected && ids.includes(selected))?.[0]
    if (field) ui.editing = field
  }
  return stopAll([listen(window, { pointerdown: press }, { capture: true }), listen(window, { click })])
}

interface Props {
  id: LayerId
  others: readonly LayerId[]
  /** Label of the field if the text layer has no name. */
  role: string
}

/** A field for the text of a layer. Renders nothing if the user has deleted the layer. */
function RoleField({ id, others, role }: Props) {
  const { doc } = useSession()
  const layer = useLayer('text', id)
  // safe cast: `others` contains only ids of text layers
  const same = others.flatMap((other) => (doc.layers[other] as TextLayer | undefined) ?? [])
  return layer && <WordsField layer={layer} others={same} label={layer.name ?? role} />
}
