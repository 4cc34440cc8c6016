import { useMemo, useRef } from 'react'
import { PROJECT_EXTENSION } from '#client/engine/project-file/file.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { PhotoInput } from '#client/kit/ui/PhotoInput.tsx'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'

/**
 * Hook that returns the editor's hidden file inputs, and functions that open their file pickers. These functions
 * require a user gesture. `onPhoto` is called with the photo that the user has selected.
 */
export function useFileInputs(onPhoto: (photo: File) => void) {
  const { uploader, projects } = useWorkspace()
  const photo = useRef<HTMLInputElement>(null)
  const templatePhoto = useRef<HTMLInputElement>(null)
  const project = useRef<HTMLInputElement>(null)
  const pick = useMemo(
    () => ({
      choosePhoto: () => photo.current?.click(),
      chooseTemplatePhoto: () => templatePhoto.current?.click(),
      chooseProject: () => project.current?.click(),
    }),
    [],
  )
  const inputs = (
    <>
      <PhotoInput ref={photo} onChoose={onPhoto} />
      <PhotoInput
        ref={templatePhoto}
        label={t('Photo for this template')}
        onChoose={(file) => {
          projects.cancel()
          void uploader.reuseTemplate(file) // `reuseTemplate` never rejects
        }}
      />
      <PhotoInput
        ref={project}
        label={t('Project file')}
        accept={PROJECT_EXTENSION}
        onChoose={(file) => void projects.openFile(file)}
      />
    </>
  )
  return { inputs, pick }
}
