/** Builds the server, and the client with its test hooks, if their sources have changed. */
import { client, pageData, server } from '../../scripts/setup/prepare.mjs'
import { knowSubjects } from './subjectCache.ts'

export default async function setup() {
  process.env.TEST_HOOKS = '1'
  await pageData()
  await client()
  await server()
  return knowSubjects()
}
