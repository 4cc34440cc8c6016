import { t } from '#client/kit/i18n/translate.ts'
import { Switch } from '#client/kit/ui/controls/Switch.tsx'
import { FieldSlider } from '#client/layers/controls/fieldControls.tsx'
import { useDocument, useSession } from '#client/model/session/session.ts'
import { hasFloor, subjectOf, subjectProxy } from '#client/render/objects/subjectFields.ts'
import { shadowField } from '#client/render/shadow/shadowFields.ts'
import { isCutBelow, setGroundShadow } from './backgroundPresets.ts'
import styles from './tabs.module.css'

/**
 * A switch for the subject's ground shadow, and a slider for its opacity. If the background is a floor or the
 * shadow is on, a hint explains why a ground shadow looks wrong under a subject whose feet aren't in the photo. Renders
 * nothing if there is no subject. The Cutout tab has all settings of the shadow.
 */
export function GroundShadow() {
  const session = useSession()
  const doc = useDocument()
  const found = subjectOf(doc)
  const subject = subjectProxy(session)
  if (!found || !subject) return null
  const isOn = found.shadow.enabled && found.shadow.type === 'ground'
  return (
    <>
      <Switch label={t('Ground shadow')} isOn={isOn} onChange={(next) => setGroundShadow(session, subject, next)} />
      {(isOn || hasFloor(doc)) && isCutBelow(session) && (
        <p className={styles.hint}>
          {t('The photo’s lower edge cuts off the subject, so a ground shadow won’t look realistic.')}
        </p>
      )}
      {isOn && (
        <FieldSlider
          path={`${subject.id}.shadow`}
          record={subject.shadow}
          name="opacity"
          field={shadowField.fields.opacity}
        />
      )}
    </>
  )
}
