import { type MouseEvent, useCallback, useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { discardWaitingPhoto, storeWaitingPhoto } from '#client/kit/device-storage/sharedFile.ts'
import { onProjectRemembered, rememberedProject } from '#client/kit/device-storage/waitingInTab.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { useLoaded } from '#client/kit/ui/hooks.ts'
import { anotherFormat, isAccepted, typedFile, UNSUPPORTED_TYPE } from '#client/media/file/sniff.ts'
import { EDITOR_PATH } from '#server/contract/pages/guard.ts'
import { ownProjects } from '../sign-out/ownProjects.ts'
import { useAccount, useNotices } from '../state/contexts.ts'
import { LEFT_PROJECT_PATH } from './checkAccess.ts'

/**
 * Returns true for a click with a modifier key, which makes browsers open another tab or window, or save the linked
 * page.
 */
export const isForAnotherTab = (event: MouseEvent): boolean =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.altKey

/**
 * Hook that returns a function that opens the editor. If no user is signed in, the sign-in dialog opens on this page.
 */
function useEnterEditor() {
  const account = useAccount()
  const [, navigate] = useLocation()
  return async (path = EDITOR_PATH, hasPhoto = false) => {
    if (account.state.standing === 'unknown') await account.refresh()
    if (account.state.standing === 'signed-in') navigate(path)
    else account.openSignIn(path, hasPhoto)
  }
}

/**
 * Hook that returns a function that opens a photo in the editor. If the file isn't a supported image, an alert is shown
 * instead. If no user is signed in, the sign-in dialog opens first.
 */
export function useOpenInEditor() {
  const { dialogs } = useNotices()
  const enter = useEnterEditor()
  const account = useAccount()
  return async (photo: File) => {
    // the content is checked too, because a visitor must not create an account for a file that the editor then rejects
    const isImage = isAccepted(photo) && (await typedFile(photo, photo.name)).type !== ''
    if (!isImage) return dialogs.alert(t(UNSUPPORTED_TYPE), anotherFormat(photo.name))
    if (account.state.standing === 'unknown') await account.refresh()
    await storeWaitingPhoto(photo, account.state.user?.id ?? null)
    await enter(EDITOR_PATH, true)
  }
}

/**
 * Hook that returns the props of a link to the editor, by default without a template. If no user is signed in, a click
 * opens the sign-in dialog on this page, which avoids a redirect by the guard.
 */
export function useEditorLink(path: string = EDITOR_PATH) {
  const account = useAccount()
  const enter = useEnterEditor()
  return {
    href: path,
    onClick(event: MouseEvent) {
      if (isForAnotherTab(event) || account.state.standing === 'signed-in') return
      event.preventDefault()
      void enter(path)
    },
  }
}

/**
 * Hook that returns the props of a link to the project that the user left for another page of the site. The editor
 * opens this project, but neither downloads an image nor opens a photo that the plan has rejected. Null if there is no
 * such project, or if another account owns it.
 */
export function useProjectLink() {
  const { user } = useSnapshot(useAccount().state)
  const project = useSyncExternalStore(onProjectRemembered, rememberedProject, () => null)
  const [owner, id] = [user?.id ?? null, project]
  const [isOwn] = useLoaded(
    useCallback(async () => owner !== null && id !== null && ownProjects.has(owner, id), [owner, id]),
  )
  const onClick = (event: MouseEvent) => {
    if (!isForAnotherTab(event)) void discardWaitingPhoto() // `discardWaitingPhoto` never rejects
  }
  return isOwn ? { href: LEFT_PROJECT_PATH, onClick } : null
}
