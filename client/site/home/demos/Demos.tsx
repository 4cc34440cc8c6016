import { t } from '../../../kit/i18n/translate.ts'
import styles from './Demo.module.css'
import { Outlined } from './Outlined.tsx'
import { TextBehind } from './TextBehind.tsx'
import { TextInDepth } from './TextInDepth.tsx'

/** Three demos of the editor's tools, each with one slider. */
export function Demos() {
  return (
    <section aria-labelledby="tools">
      <h2 id="tools" className={styles.heading}>
        {t('Move the sliders. The editor is this, with everything else.')}
      </h2>
      <ul className={styles.cards}>
        <TextBehind />
        <Outlined />
        <TextInDepth />
      </ul>
    </section>
  )
}
