import { type FocusEvent, useRef } from 'react'
import { t } from '#client/kit/i18n/translate.ts'
import { snapshotOf, useSession } from '#client/model/session/session.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { FieldText } from '../controls/fieldControls.tsx'
import { tonesOf } from './contrast.ts'
import { useEditing } from './editInPanel.ts'
import { type TextLayer, textFields } from './schema.ts'
import { setWords, startTyping, type Typing, typingEnd } from './typing.ts'

interface Props {
  /** The text layer's valtio proxy. */
  layer: TextLayer
  /** Other text layers that get the same text. */
  others?: readonly TextLayer[]
  /** The visible label. If absent, the label is only for screen readers. */
  label?: string
}

/** The field for the text of a text layer. */
export function WordsField({ layer, others = [], label }: Props) {
  const session = useSession()
  const typing = useRef<({ layer: TextLayer } & Typing) | null>(null)
  const now = () => snapshotOf(session)

  function write(text: string) {
    if (typing.current?.layer !== layer) {
      const { assets } = session
      const onEnd = typingEnd(session, layer)
      const typed = startTyping(layer, now, matteOf(now(), assets), onEnd, tonesOf(now(), assets))
      typing.current = { layer, ...typed }
    }
    typing.current.type(text)
    for (const other of others) setWords(other, text, now())
  }

  function leave({ currentTarget }: FocusEvent) {
    // the field is still the active element, so only the window has lost the focus
    if (document.activeElement === currentTarget) return
    typing.current?.end()
    typing.current = null
  }

  return (
    <div ref={useEditing(layer.id)}>
      <FieldText
        path={layer.id}
        record={layer}
        name="text"
        field={textFields.text}
        label={label}
        placeholder={t('Type your text')}
        write={write}
        onFocus={keepHeight}
        onBlur={leave}
      />
    </div>
  )
}

/**
 * Fixes the field's height. Otherwise, if the text gets fewer lines, the fields below would move away from the user's
 * next click.
 */
function keepHeight({ target }: FocusEvent<HTMLTextAreaElement>) {
  target.style.minHeight = `${target.offsetHeight}px`
}
