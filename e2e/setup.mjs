/** What the stories drive is what the tree says: the client with its test hooks is built anew where it has changed. */
import { client, emoji, fonts, models } from '../scripts/setup/prepare.mjs'

export default async function setup() {
  process.env.TEST_HOOKS = '1'
  await emoji()
  await fonts()
  await models()
  await client()
}
