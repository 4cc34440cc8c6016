/** What the stories drive is what the tree says: the client with its test hooks is built anew where it has changed. */
import { client, pageData } from '../../scripts/setup/prepare.mjs'
import { knowSubjects } from './subjectCache.ts'

export default async function setup() {
  process.env.TEST_HOOKS = '1'
  await pageData()
  await client()
  return knowSubjects()
}
