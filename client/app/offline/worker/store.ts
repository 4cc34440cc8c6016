/**
 * What is kept on the device. One cache per version of the app, whole or not at all: the present one and the one before,
 * whose pages may still be open. What the app fetched besides, fonts and pictures, lies in one more.
 */
import { isImmutable } from '#server/contract/immutable.ts'
import { PAGE, type Release } from '../release.ts'

const APP = 'midground-app-'
const USED = 'midground-used'
/** Of fonts, emoji and pieces of earlier versions, oldest out: about 20 MB. */
const MOST_USED = 400
/** At once; more would hold up the page that is being looked at. */
const WIDTH = 4
/** Who has a network that does not answer shall not wait for it, ms. */
const PATIENCE_MS = 5_000
/** Answers do not differ by the headers that were sent, but in their encoding, which is undone before they are kept. */
const ANY = { ignoreVary: true }

/** Rejects unless every file came and the page is of the same version. */
export async function keepApp({ revision, files }: Release): Promise<void> {
  const name = APP + revision
  try {
    const cache = await caches.open(name)
    const waiting = [...files]
    const work = async () => {
      for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) await cache.put(path, await newest(path))
    }
    await Promise.all(Array.from({ length: WIDTH }, work))
    const page = await cache.match(PAGE, ANY)
    if (!(await page?.text())?.includes(revision)) throw new Error(`the server's page is not of ${revision}`)
  } catch (cause) {
    await caches.delete(name) // half an app would be taken for the version before
    throw cause
  }
}

async function newest(path: string): Promise<Response> {
  const known = isImmutable(path) ? await caches.match(path, ANY) : undefined
  if (known) return known
  const answer = await fetch(path, { cache: isImmutable(path) ? 'default' : 'no-cache' })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return answer
}

/** Pages of the version before go on; of those before that nothing is left. */
export async function forgetOld({ revision }: Release): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(APP) && name !== APP + revision)
  for (const name of others.slice(0, -1)) await caches.delete(name)
}

/** For files named by their content. `last` keeps the worker alive while an answer is being kept. */
export async function fromStore(request: Request, last: (work: Promise<void>) => void): Promise<Response> {
  const known = await caches.match(request, ANY)
  if (known) return known
  const answer = await fetch(request)
  if (answer.status === 200) last(keepUsed(request, answer.clone()))
  return answer
}

async function keepUsed(request: Request, answer: Response): Promise<void> {
  try {
    const cache = await caches.open(USED)
    await cache.put(request, answer)
    const kept = await cache.keys()
    for (const oldest of kept.slice(0, -MOST_USED)) await cache.delete(oldest)
  } catch (cause) {
    console.warn(`offline: ${request.url} will be fetched again`, cause) // no room: this visit is not hurt
  }
}

/** What the network says; where it does not, or a proxy says that the server is gone, what the app kept under `path`. */
export async function fromNetwork(request: Request, { revision }: Release, path: string): Promise<Response> {
  const network = fetch(request)
  const impatient = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null))
  const answer = await Promise.race([network.catch(() => null), impatient])
  if (answer && answer.status < 500) return answer
  const cache = await caches.open(APP + revision)
  return (await cache.match(path, ANY)) ?? network
}
