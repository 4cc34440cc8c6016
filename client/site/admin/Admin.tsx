import { t } from '#client/kit/i18n/translate.ts'
import { Accounts } from './Accounts.tsx'
import styles from './Admin.module.css'
import { State } from './State.tsx'

/** The operator's page, which finds and changes accounts and shows the state of the installation. */
export default function Admin() {
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t('Administration')}</h1>
      <Accounts />
      <State />
    </div>
  )
}
