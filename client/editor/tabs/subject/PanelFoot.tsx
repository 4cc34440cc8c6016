import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { useSession } from '#client/model/session/session.ts'
import { closeSubjectTool } from '#client/model/session/ui/subject.ts'
import { AboutSeparation } from './AboutSeparation.tsx'
import styles from './panels.module.css'

/** Footer of the panels Select subject and Edit mask: further actions, Done, and the information about the separation. */
export function PanelFoot({ children }: { children?: ReactNode }) {
  const { ui } = useSession()
  return (
    <>
      <div className={styles.foot}>
        {children}
        <Button look="primary" icon={Check} isWide onClick={() => closeSubjectTool(ui)}>
          {t('Done')}
        </Button>
      </div>
      <div className={styles.about}>
        <AboutSeparation />
      </div>
    </>
  )
}
