import { Contrast } from 'lucide-react'
import { useEffect, useState } from 'react'
import { subscribe } from 'valtio/vanilla'
import { createLatestTask, untilFree, whenIdle } from '#client/kit/async/scheduling.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { snapshotOf, useSession } from '#client/model/session/session.ts'
import styles from '../cards/HiddenNotice.module.css'
import { useKindFlows } from '../KindFlowsContext.ts'
import { colorsForFaint } from './automaticColors.ts'
import type { TextColors, TextLayer } from './schema.ts'

/**
 * A notice that the color the user has set is hard to read on the image, with a button that chooses a readable color.
 * During a gesture, the notice neither appears nor disappears, because the controls below it would move.
 */
export function FaintNotice({ layer }: { layer: TextLayer }) {
  const session = useSession()
  const { paintReduced } = useKindFlows()
  const [readable, setReadable] = useState<TextColors | null>(null)
  useEffect(() => {
    const { history, assets } = session
    const latest = createLatestTask()
    const update = async (signal: AbortSignal) => {
      await untilFree(
        (run) => void whenIdle(run, 'soon'),
        () => history.isOpen,
        signal,
      )
      const colors = signal.aborted ? null : await colorsForFaint(snapshotOf(session), layer.id, assets, paintReduced)
      if (!signal.aborted) setReadable(colors)
    }
    const start = () => void latest.run(update).catch(console.debug)
    start()
    const unsubscribe = subscribe(history.state, start)
    return () => {
      unsubscribe()
      latest.cancel()
    }
  }, [session, layer.id, paintReduced])
  return (
    <div role="status" className={readable ? styles.notice : 'unseen'}>
      {readable && (
        <>
          <Contrast className={styles.icon} strokeWidth={1.75} aria-hidden />
          <span className={styles.words}>{t('This color is hard to read here.')}</span>
          <Button
            size="small"
            look="outline"
            onClick={() => session.history.transact(t('Readable color'), () => Object.assign(layer, readable))}
          >
            {t('Readable color')}
          </Button>
        </>
      )}
    </div>
  )
}
