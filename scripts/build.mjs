// `npm run build`: set up what is missing and build the client; `npm start` does the same before it serves.
import { product } from './setup/prepare.mjs'
import { fail } from './setup/run.mjs'

try {
  await product()
} catch (error) {
  fail(error)
}
