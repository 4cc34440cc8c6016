// `npm run build`: sets up what is missing and builds client and server, as `npm start` does before it serves.
import { product } from './setup/prepare.mjs'
import { fail } from './setup/run.mjs'

try {
  await product()
} catch (error) {
  fail(error)
}
