import { SHARED_FIELD, SHARED_LOST, SHARED_PHOTO } from '#server/contract/share.ts'
import { storeSharedFile } from '../../../kit/base/sharedFile.ts'

/**
 * Handles the form that the system posts to the Web Share Target. Stores the file on the device and redirects (303) to
 * the editor; no server receives the file.
 */
export async function receiveShare(request: Request): Promise<Response> {
  const isKept = await keep(request).catch((cause: unknown) => {
    console.warn('offline: what was shared could not be kept', cause) // the editor tells the user
    return false
  })
  return new Response(null, { status: 303, headers: { location: isKept ? SHARED_PHOTO : SHARED_LOST } })
}

async function keep(request: Request): Promise<boolean> {
  const file = (await request.formData()).getAll(SHARED_FIELD).find((part) => part instanceof File)
  if (file) await storeSharedFile(file)
  return file !== undefined
}
