import { expect, it } from 'vitest'
import type { AssetId } from '../../kit/base/ids.ts'
import { createCurrentProject } from './autosave.ts'

const [BEACH, FOREST] = ['beach', 'forest'] as unknown as [AssetId, AssetId]

function setup() {
  const released: string[] = []
  let ids = 0
  const acquire = async (id: string) => () => void released.push(id)
  return { released, project: createCurrentProject({ acquire }, () => `project${++ids}`) }
}

it('gives each photo a project of its own and releases the former one', async () => {
  const { project, released } = setup()
  expect(project.idFor(BEACH)).toBeNull()
  expect(await project.ensure(BEACH)).toBe('project1')
  expect(await project.ensure(BEACH)).toBe('project1')
  expect(released).toEqual([])
  expect(await project.ensure(FOREST)).toBe('project2')
  expect(released).toEqual(['project1'])
  expect([project.idFor(BEACH), project.idFor(FOREST)]).toEqual([null, 'project2'])
})

it('continues a restored project', async () => {
  const { project, released } = setup()
  project.replace({ id: 'restored', release: () => released.push('restored') }, BEACH)
  expect(await project.ensure(BEACH)).toBe('restored')
  project.release()
  expect(released).toEqual(['restored'])
  expect(project.idFor(BEACH)).toBeNull()
})

it('releases a lock that is granted after another document was opened', async () => {
  const { project, released } = setup()
  const ensuring = project.ensure(BEACH)
  project.replace(null, FOREST)
  await ensuring
  expect(released).toEqual(['project1'])
})
