import type { RefObject } from 'react'
import { t } from '#client/kit/i18n/translate.ts'
import { PhotoInput } from '#client/kit/ui/PhotoInput.tsx'
import { PROJECT_EXTENSION } from '../storage/file.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'

/** The hidden file inputs that commands open. */
export interface FileInputRefs {
  photo: RefObject<HTMLInputElement | null>
  /** The input for a photo to which the open document's template is applied. */
  templatePhoto: RefObject<HTMLInputElement | null>
  project: RefObject<HTMLInputElement | null>
}

/** The editor's hidden file inputs, which commands open. `onPhoto` gets the chosen photo. */
export function FileInputs({ refs, onPhoto }: { refs: FileInputRefs; onPhoto(photo: File): void }) {
  const { uploader, projects } = useWorkspace()
  return (
    <>
      <PhotoInput ref={refs.photo} onChoose={onPhoto} />
      <PhotoInput
        ref={refs.templatePhoto}
        label={t('Photo for this template')}
        onChoose={(file) => {
          projects.cancel()
          void uploader.reuseTemplate(file) // the promise never rejects
        }}
      />
      <PhotoInput
        ref={refs.project}
        label={t('Project file')}
        accept={PROJECT_EXTENSION}
        onChoose={(file) => void projects.openFile(file)}
      />
    </>
  )
}
