/**
 * The peers: a bare Hono route, and the static-file middleware of @hono/node-server on the same precompressed folder.
 */
import { createAdaptorServer } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { answerUsage } from './usage.ts'

const [root = '.'] = process.argv.slice(2)
/** Response of the bare route. It is as long as the response of `/api/profile`. */
const PROFILE = {
  id: 'user0',
  avatar_url: null,
  paid: true,
  images_generated: 0,
  download_credits: 1_000_000,
  expires_at: '9999-12-31T00:00:00.000Z',
  subscription_id: null,
}
const app = new Hono().get('/bare', (c) => c.json(PROFILE)).use('*', serveStatic({ root, precompressed: true }))
const server = createAdaptorServer({ fetch: app.fetch })
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
})
answerUsage()
