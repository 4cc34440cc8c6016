import { expect, it } from 'vitest'
import { err } from '../../kit/base/result.ts'
import { type JobOutcome, RefinementJobs } from './refinementJobs.ts'
import type { RefinementTask } from './refinerProtocol.ts'

function jobsOf(...kinds: RefinementTask['kind'][]) {
  const jobs = new RefinementJobs()
  const outcomes: [kind: string, outcome: JobOutcome][] = []
  const photo = {} as ImageBitmap
  const ids = kinds.map((kind) =>
    jobs.add({ photo, kind, onProgress: undefined, onSettled: (outcome) => outcomes.push([kind, outcome]) }),
  )
  return { jobs, ids, outcomes }
}

it('lists the ids of all jobs and of one kind', () => {
  const { jobs, ids } = jobsOf('find', 'preview', 'find')
  expect(jobs.ids()).toEqual(ids)
  expect(jobs.ids('find')).toEqual([ids[0], ids[2]])
})

it('settles a job once and then forgets it', () => {
  const { jobs, ids, outcomes } = jobsOf('find')
  jobs.settle(ids[0]!, err('aborted'))
  jobs.settle(ids[0]!, err('no-subject'))
  expect(outcomes).toEqual([['find', err('aborted')]])
  expect(jobs.get(ids[0]!)).toBeUndefined()
})

it('settles all jobs with one error', () => {
  const { jobs, outcomes } = jobsOf('find', 'preview')
  jobs.settleAll('out-of-memory')
  expect(outcomes).toEqual([
    ['find', err('out-of-memory')],
    ['preview', err('out-of-memory')],
  ])
  expect(jobs.ids()).toEqual([])
})
