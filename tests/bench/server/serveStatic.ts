/** The peer: the same folder by @hono/node-server's own middleware, which takes the precompressed files too. */
import { createAdaptorServer } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { answerUsage } from './usage.ts'

const [root = '.'] = process.argv.slice(2)
const app = new Hono().use('*', serveStatic({ root, precompressed: true }))
const server = createAdaptorServer({ fetch: app.fetch })
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
})
answerUsage()
