/** Builds the server, and the client with its test hooks, if their sources have changed. */
import { client, pageData, server } from '../../scripts/setup/prepare.mjs'
import { shareClientFiles } from './server.ts'
import { knowSubjects } from './subjectCache.ts'

export default async function setup() {
  process.env.TEST_HOOKS = '1'
  await pageData()
  await client()
  await server()
  const ends = [knowSubjects(), shareClientFiles()]
  return () => {
    for (const end of ends) end()
  }
}
