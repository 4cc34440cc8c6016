/** The worker that fits the light of a subject to its background: up to 400 ms of work. */
import { exposeMethods } from '../../kit/base/callWorker.ts'
import { matchedLight } from './matchLight.ts'

const methods = { matchedLight }

export type MatchLightWorker = typeof methods

exposeMethods(methods)
