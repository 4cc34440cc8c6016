/** The refiner's jobs that have no result yet, by id. */
import { err, type Result } from '../../kit/base/result.ts'
import type { RefinementResult, RefinementTask } from './refinerProtocol.ts'
import type { SegmentError, SegmentProgress } from './segmenterProtocol.ts'

/** 'webgl-broken': the same task may succeed on WASM in a fresh worker. */
export type JobOutcome = Result<RefinementResult, SegmentError | 'webgl-broken'>

interface RefinementJob {
  photo: ImageBitmap
  kind: RefinementTask['kind']
  onProgress: ((progress: SegmentProgress) => void) | undefined
  /** Called once with the outcome. */
  onSettled(outcome: JobOutcome): void
}

/** The refiner's jobs that have no result yet, by id. Ids are never reused. */
export class RefinementJobs {
  readonly #jobs = new Map<number, RefinementJob>()
  #lastId = 0

  /** Returns the new job's id. */
  add(job: RefinementJob): number {
    const id = ++this.#lastId
    this.#jobs.set(id, job)
    return id
  }

  /** Undefined once the job has an outcome. */
  get(id: number): RefinementJob | undefined {
    return this.#jobs.get(id)
  }

  /** All ids, or those of one kind of task. */
  ids(kind?: RefinementTask['kind']): number[] {
    return [...this.#jobs].flatMap(([id, job]) => (kind === undefined || job.kind === kind ? [id] : []))
  }

  /** Ends a job; nothing happens when it has ended already. */
  settle(id: number, outcome: JobOutcome): void {
    const job = this.#jobs.get(id)
    this.#jobs.delete(id)
    job?.onSettled(outcome)
  }

  /** Ends every job with `error`. */
  settleAll(error: SegmentError | 'webgl-broken'): void {
    for (const id of this.ids()) this.settle(id, err(error))
  }
}
