import {
  Check,
  RotateCcw,
  RotateCw,
  TrianglesCenterlineDashedHorizontal,
  TrianglesCenterlineDashedVertical,
  X,
} from 'lucide-react'
import { useRef } from 'react'
import foot from '#client/editor/shell/PanelFoot.module.css'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import { Slider } from '#client/kit/ui/controls/Slider.tsx'
import { PanelFields } from '#client/layers/cards/LayerFields.tsx'
import { sliderPropsOf } from '#client/layers/controls/fieldControls.tsx'
import { useHistoryEvents } from '#client/layers/controls/useField.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { type Crop, cropFields, cropOf } from '#client/model/document/crop.ts'
import { straightenCrop } from '#client/model/document/cropEdits.ts'
import { useDocument, useSession } from '#client/model/session/session.ts'
import styles from './CropPanel.module.css'
import { closeCrop } from './cropState.ts'
import { cancelCrop, currentCrop, flipPicture, resetCrop, rotatePicture, writeCrop } from './editCrop.ts'
import { FrameFields } from './FrameFields.tsx'

/** The Crop panel: ratio, rotation and straightening. The user edits the frame on the canvas. */
export default function CropPanel() {
  const session = useSession()
  const doc = useDocument()
  const crop = cropOf(doc)
  return (
    <>
      <PanelFields>
        <FrameFields doc={doc} crop={crop}>
          <Straighten crop={crop} />
          <div className={styles.turns}>
            <Button icon={RotateCw} onClick={() => rotatePicture(session)}>
              {t('Rotate by 90°')}
            </Button>
            <IconButton
              look="outline"
              label={t('Flip horizontally')}
              icon={TrianglesCenterlineDashedVertical}
              onClick={() => flipPicture(session, 'horizontal')}
            />
            <IconButton
              look="outline"
              label={t('Flip vertically')}
              icon={TrianglesCenterlineDashedHorizontal}
              onClick={() => flipPicture(session, 'vertical')}
            />
          </div>
        </FrameFields>
        <p className={styles.hint}>
          {t('Drag the frame, an edge or a corner. Use the arrow keys to move it, and + or − to resize it.')}
        </p>
      </PanelFields>
      <div className={foot.foot}>
        <Button icon={RotateCcw} disabled={doc.crop === null} onClick={() => resetCrop(session)}>
          {t('Reset')}
        </Button>
        <Button icon={X} onClick={() => cancelCrop(session)}>
          {t('Cancel')}
        </Button>
        <Button look="primary" icon={Check} onClick={() => closeCrop(session)}>
          {t('Done')}
        </Button>
      </div>
    </>
  )
}

/** The angle slider. Each value is applied to the crop that was set before the drag. A drag is one undo step. */
function Straighten({ crop }: { crop: Crop }) {
  const session = useSession()
  const start = useRef<Crop | null>(null)
  const events = useHistoryEvents<number>(t('Straighten'), 'crop.angle', (angle) =>
    writeCrop(session, straightenCrop(start.current ?? currentCrop(session), angle, canvasSize(session.doc))),
  )
  const setStart = (crop: Crop | null, then: () => void) => {
    start.current = crop
    then()
  }
  return (
    <div className={styles.straighten}>
      <Slider
        {...sliderPropsOf(cropFields.angle)}
        {...events}
        value={crop.angle}
        onStart={() => setStart(currentCrop(session), events.onStart)}
        onCommit={() => setStart(null, events.onCommit)}
        onCancel={() => setStart(null, events.onCancel)}
      />
    </div>
  )
}
