import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useId, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import { NARROW, SMALL, useMedia } from '#client/kit/ui/hooks.ts'
import { isExtended } from '#client/model/document/backdrop.ts'
import {
  MASK_EDIT_PANEL,
  OBJECTS_PANEL,
  openSubjectTool,
  SELECT_SUBJECT_PANEL,
} from '#client/model/session/ui/subject.ts'
import { useSelector } from '../subjectFlows.ts'
import { clearerSide, type SubjectOffer, shownCandidate, useSubjectState } from '../subjectState.ts'
import { MaskThumbnail, objectPart, previewHandlers } from './CandidateMasks.tsx'
import { SELECT_ANOTHER } from './improve.ts'
import styles from './SubjectCandidates.module.css'

/**
 * Thumbnails of the candidate masks of a photo whose subject is uncertain. They are not modal, and the user can
 * collapse them. They are in the lower corner of the canvas that the candidates cover less, or below the canvas on
 * phones without an open panel. They are hidden while a layer is selected or a tool of the subject is open, after Fill
 * around, and on phones while the Layers panel is open. On a phone in landscape, and above a phone's open panel, they
 * are initially collapsed, because they would cover much of the photo.
 */
export function SubjectCandidates() {
  const { offer } = useSubjectState()
  return offer && <Offer key={offer.photo} offer={offer} />
}

const SUBJECT_PANELS: readonly string[] = [SELECT_SUBJECT_PANEL, MASK_EDIT_PANEL, OBJECTS_PANEL]

function Offer({ offer }: { offer: SubjectOffer }) {
  const { session } = useWorkspace()
  const selector = useSelector()
  const { ui, assets } = session
  const { photo, separation, mend, backdrop } = useSnapshot(session.doc)
  const { panel, busy, selection, layers } = useSnapshot(ui)
  const [isWanted, setWanted] = useState<boolean | null>(null) // null if the user has not toggled the thumbnails
  const [isNarrow, isSmall] = [useMedia(NARROW), useMedia(SMALL)]
  // computed once per offer, so that the corner doesn't change when the user selects another candidate
  const side = useMemo(() => clearerSide(offer), [offer])
  // all thumbnails show the same area, so that the user can compare them
  const area = useMemo(() => objectPart(offer.candidates.map(({ mask }) => mask)), [offer])
  const [title, content] = [useId(), useId()]
  const isAbovePanel = isNarrow && panel !== null
  const isCovered = SUBJECT_PANELS.includes(panel ?? '') || (isNarrow && layers.isShown)
  const isInUse = isCovered || selection.length > 0 || isExtended({ backdrop })
  const isOpen = isWanted ?? !(isAbovePanel || (isSmall && !isNarrow))
  const shown = shownCandidate({ photo, separation, mend }, offer)
  const bitmap = assets.bitmap(offer.photo)?.bitmap
  const isVisible = shown !== null && busy === null && !isInUse
  // hides the mask, because an unmounted button doesn't get `pointerleave`
  useEffect(() => (isVisible ? () => selector.showMask(null) : undefined), [selector, isVisible])
  if (!bitmap || !isVisible) return null
  return (
    <section
      className={styles.offer}
      data-side={side}
      data-above-panel={isAbovePanel || undefined}
      aria-labelledby={title}
    >
      <div className={styles.head}>
        <p id={title} className={styles.title} role="status">
          {t('Which subject do you want?')}
        </p>
        <IconButton
          size="small"
          icon={isOpen ? ChevronDown : ChevronUp}
          label={isOpen ? t('Hide') : t('Show')}
          aria-expanded={isOpen}
          aria-controls={content}
          onClick={() => setWanted(!isOpen)}
        />
        <IconButton size="small" icon={X} label={t('Dismiss')} onClick={() => selector.dismissOffer()} />
      </div>
      <div id={content} className={styles.content} hidden={!isOpen}>
        <ul className={styles.list}>
          {offer.candidates.map(({ start, mask }, i) => (
            <li key={start}>
              <button
                type="button"
                className={styles.candidate}
                aria-label={t('Suggestion {number}', { number: i + 1 })}
                aria-pressed={i === shown}
                {...previewHandlers(selector, mask)}
                onClick={() => selector.begin(start)}
              >
                <MaskThumbnail photo={bitmap} mask={mask} area={area} />
              </button>
            </li>
          ))}
        </ul>
        <Button size="small" onClick={() => openSubjectTool(ui, SELECT_SUBJECT_PANEL)}>
          {t(SELECT_ANOTHER)}
        </Button>
      </div>
    </section>
  )
}
