import { FolderDown, ImagePlus, Package, Pause, Play, RotateCcw, Trash2, X } from 'lucide-react'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { BatchAccount } from '#client/editor/flows/editorAccount.ts'
import { unsavedTasks } from '#client/editor/shell/useUnsavedWork.ts'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { t, tAll } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { EmptyState } from '#client/kit/ui/feedback/EmptyState.tsx'
import { ProgressBar } from '#client/kit/ui/feedback/Progress.tsx'
import { Dialog } from '#client/kit/ui/overlays/Dialog.tsx'
import { FileButton } from '#client/kit/ui/PhotoInput.tsx'
import styles from './Batch.module.css'
import { BatchExportSettings, TemplatePicker } from './BatchExportSettings.tsx'
import { BatchItems } from './BatchItems.tsx'
import { BatchWords, SampleText } from './BatchWords.tsx'
import type { Batch } from './batch.ts'
import { CONFIRM_EMPTY, isRetryable, NOTICES } from './batchTexts.ts'
import { type DroppedPhotos, droppedFiles, dropState } from './droppedFiles.ts'
import { signatureOf } from './export.ts'
import { countItems, creditsFor } from './items.ts'
import { costTexts, fontText, progressTexts } from './progressTexts.ts'
import type { BatchState } from './state.ts'
import { mayClose, showWarning, useBatch, useExports } from './useBatch.ts'

/**
 * The dialog of Batch edit. The batch is processed only while the dialog is open. During an export, the dialog can't be
 * closed.
 */
export default function BatchDialog() {
  const { session } = useWorkspace()
  const batch = useBatch()
  useEffect(() => {
    if (!batch) return
    const isAdding = () => batch.state.adding > 0
    unsavedTasks(session).add(isAdding)
    return () => void unsavedTasks(session).delete(isAdding)
  }, [batch, session])
  async function close() {
    if (!batch || (await mayClose(batch, session.notices))) session.ui.dialog = null
  }
  return (
    <Dialog
      isOpen
      onClose={() => void close()}
      title={t('Batch edit')}
      description={t('Apply one template to all your photos. Your batch is saved on this device.')}
      size="wide"
      isFooterKept
      footer={batch && <Footer batch={batch} />}
    >
      {batch && <Content batch={batch} />}
    </Dialog>
  )
}

function Content({ batch }: { batch: Batch }) {
  const { session, projects, batchAccount } = useWorkspace()
  const { phase, items } = useSnapshot(batch.state)
  const { dropped } = useSnapshot(dropState(session)) as { dropped: DroppedPhotos | null }
  useEffect(() => {
    if (phase !== 'ready' || !dropped) return
    dropState(session).dropped = null
    void droppedFiles(dropped).then((files) => batch.add(files))
  }, [batch, session, phase, dropped])

  async function open(id: string) {
    const subject = items.find((item) => item.id === id)?.subject ?? null
    if (!(await mayClose(batch, session.notices))) return
    const isOpen = await batch.openAsProject(id, (file) => projects.openFile(file))
    if (!isOpen) return
    session.ui.dialog = null
    await showWarning(session, subject)
  }

  async function upgrade(limit: Parameters<BatchAccount['openUpgrade']>[0]) {
    if (!(await mayClose(batch, session.notices))) return
    session.ui.dialog = null
    batchAccount.openUpgrade(limit)
  }

  if (phase === 'loading') return <ProgressBar label={t('Loading...')} fraction={null} />
  if (phase === 'signed-out') return <p role="status">{t('Please sign in to continue')}</p>
  if (phase === 'locked')
    return <p role="status">{t('Your batch is open in another tab. Close that tab to continue here.')}</p>
  return (
    <div className={styles.content}>
      <TemplatePicker batch={batch} />
      {items.length === 0 ? (
        <EmptyState icon={ImagePlus} text={t('Choose photos, or drop photos or a folder here.')} />
      ) : (
        <>
          <BatchStatus batch={batch} onUpgrade={(limit) => void upgrade(limit)} />
          <BatchItems batch={batch} onOpen={(id) => void open(id)} />
          {/* after the photos, because the table has a row per photo */}
          <BatchWords batch={batch} />
          <BatchExportSettings batch={batch} />
        </>
      )}
    </div>
  )
}

function Footer({ batch }: { batch: Batch }) {
  const { phase, items, exporting, isRunning } = useSnapshot(batch.state)
  const { toZip, toFolder } = useExports(batch)
  const { total, done } = countItems(items)
  if (phase !== 'ready') return null
  if (exporting)
    return (
      <Button icon={X} onClick={() => batch.cancelExport()}>
        {t('Cancel export')}
      </Button>
    )
  return (
    <>
      <SampleText batch={batch} />
      <WorkButtons batch={batch} />
      <FileButton
        icon={ImagePlus}
        look={items.length === 0 ? 'primary' : 'soft'}
        input={{ label: t('Photos'), onChooseSeveral: (files) => void batch.add(files) }}
      >
        {t('Choose photos')}
      </FileButton>
      {items.length > 0 && toFolder && (
        <Button icon={FolderDown} disabled={done === 0} onClick={() => void toFolder()}>
          {t('Save to folder')}
        </Button>
      )}
      {items.length > 0 && (
        <Button look="primary" icon={Package} disabled={done === 0} onClick={() => void toZip()}>
          {isRunning && done > 0 ? t('Export {done} of {total} as ZIP', { done, total }) : t('Export as ZIP')}
        </Button>
      )}
    </>
  )
}

/** Buttons that stop, retry and resume the processing, and clear the batch. */
export function WorkButtons({ batch }: { batch: Batch }) {
  const { session } = useWorkspace()
  const { items, record, isRunning } = useSnapshot(batch.state)
  const { total, waiting } = countItems(items)
  const retryable = items.filter(isRetryable)
  if (total === 0) return null
  return (
    <>
      <Button
        look="ghost"
        icon={waiting > 0 ? X : Trash2}
        onClick={() => void batch.cancel(() => session.notices.confirm(tAll(CONFIRM_EMPTY)))}
      >
        {waiting > 0 ? t('Cancel') : t(CONFIRM_EMPTY.confirm)}
      </Button>
      {retryable.length > 0 && (
        <Button icon={RotateCcw} onClick={() => void batch.retry(retryable.map(({ id }) => id))}>
          {t('Retry failed photos')}
        </Button>
      )}
      {waiting > 0 &&
        record.design &&
        (isRunning ? (
          <Button icon={Pause} onClick={() => void batch.pause()}>
            {t('Pause')}
          </Button>
        ) : (
          <Button icon={Play} onClick={() => void batch.resume()}>
            {t('Continue')}
          </Button>
        ))}
    </>
  )
}

function BatchStatus({ batch, onUpgrade }: { batch: Batch; onUpgrade: BatchAccount['openUpgrade'] }) {
  const state: BatchState = useSnapshot(batch.state)
  const { exporting, isKept, notice, isRunning, items, current, share } = state
  const { total, done, failed } = countItems(items)
  const missingFont = fontText(items)
  const begun = items.some(({ id, state }) => id === current && state === 'waiting') ? share : 0
  const fraction = exporting ? exporting.done / exporting.total : (done + failed + begun) / Math.max(1, total)
  return (
    <div className={styles.status}>
      <p role="status" className={styles.words}>
        {progressTexts(state).map((each) => (
          <span key={each}>{each}</span>
        ))}
      </p>
      <div className={styles.progress}>
        {(isRunning || exporting) && <ProgressBar label={t('Processing...')} fraction={fraction} />}
      </div>
      <Costs batch={batch} />
      {missingFont && <p className={styles.note}>{missingFont}</p>}
      {!isKept && (
        <p className={styles.note}>{t('This window can’t save your batch. If you close the tab, you’ll lose it.')}</p>
      )}
      {notice && (
        <div
          ref={showNotice}
          className={styles.notice}
          role="alert"
          data-notice={typeof notice === 'string' ? notice : notice.code}
        >
          <span>{typeof notice === 'string' ? t(NOTICES[notice]) : notice.text}</span>
          {(notice === 'image-limit' || notice === 'no-credits') && (
            <Button onClick={() => onUpgrade(notice === 'no-credits' ? 'credits' : 'photos')}>
              {t('Upgrade to Pro plan')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** Scrolls a new notice into view, because the user may have scrolled down a long batch. */
const showNotice = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: 'nearest' })

/**
 * Shows the credits that an export would use, and the credits left. Also shows how many photos are left in the plan, if
 * there aren't enough for the waiting photos.
 */
function Costs({ batch }: { batch: Batch }) {
  const state: BatchState = useSnapshot(batch.state)
  const texts = costTexts(state, creditsFor(state.items, state.record, signatureOf(batch.settings())))
  if (texts.length === 0) return null
  return (
    <p className={styles.note} data-costs>
      {texts.join(' ')}
    </p>
  )
}
