import { type MouseEvent, useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { textName } from '#client/engine/template/withTexts.ts'
import type { LayerId } from '#client/kit/base/ids.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { useLayer } from '#client/layers/cards/useLayer.ts'
import type { TextLayer } from '#client/layers/text/schema.ts'
import { WordsField } from '#client/layers/text/WordsField.tsx'
import { useWorkspace } from '../../workspace/WorkspaceContext.tsx'
import styles from './Templates.module.css'

/** The fields for the text of the applied template, the title first. */
export function TemplateWords() {
  const { texts } = useSnapshot(useWorkspace().session.ui).templates.surplus
  const fields = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (texts.length > 0) fields.current?.firstElementChild?.scrollIntoView({ block: 'nearest' }) // the tiles stay visible
  }, [texts])
  return (
    <fieldset
      ref={fields}
      className={styles.words}
      aria-label={t('Template text')}
      onMouseDown={keepFocusBetweenFields}
    >
      {texts.map(([id, ...others], role) => (
        <RoleField key={id} id={id as LayerId} others={others} role={textName(role)} />
      ))}
    </fieldset>
  )
}

/** Otherwise the next shortcut, such as Ctrl+A, would act on the layers. */
function keepFocusBetweenFields(event: MouseEvent) {
  if (event.target instanceof Element && !event.target.closest('textarea, label')) event.preventDefault()
}

interface Props {
  id: LayerId
  others: readonly LayerId[]
  /** The field's label for a text layer without a name. */
  role: string
}

/** Renders nothing after the user has deleted the text. */
function RoleField({ id, others, role }: Props) {
  const { doc } = useWorkspace().session
  const layer = useLayer('text', id)
  const same = others.flatMap((other) => (doc.layers[other] as TextLayer | undefined) ?? []) // safe cast: text layers
  return layer && <WordsField layer={layer} others={same} label={layer.name ?? role} />
}
