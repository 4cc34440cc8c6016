import { SHARED_FIELD, SHARED_LOST, SHARED_PHOTO } from '#server/contract/share.ts'
import { keepShared } from '../../../kit/base/sharedFile.ts'

/** The form that the device posts when something is shared with the app: it goes to the editor, and to no server. */
export async function takeIn(request: Request): Promise<Response> {
  const isKept = await keep(request).catch((cause: unknown) => {
    console.warn('offline: what was shared could not be kept', cause) // the editor says so
    return false
  })
  return new Response(null, { status: 303, headers: { location: isKept ? SHARED_PHOTO : SHARED_LOST } })
}

async function keep(request: Request): Promise<boolean> {
  const file = (await request.formData()).getAll(SHARED_FIELD).find((part) => part instanceof File)
  if (file) await keepShared(file)
  return file !== undefined
}
