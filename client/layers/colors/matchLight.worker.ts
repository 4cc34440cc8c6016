/** Worker that fits the subject's light to the background. A fit takes up to 400 ms. */
import { exposeMethods } from '#client/kit/async/callWorker.ts'
import { matchedLight } from './matchLight.ts'

const methods = { matchedLight }

export type MatchLightWorker = typeof methods

exposeMethods(methods)
