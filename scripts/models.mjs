// `npm run models -- list | add isnet | add ./x.onnx | remove <id>`: manages the separation models of this installation.
import { checkNode, dependencies, models, pinnedEnv } from './setup/prepare.mjs'
import { fail, pinnedNode, run } from './setup/run.mjs'

try {
  checkNode()
  await dependencies()
  const code = await run(pinnedNode(), ['scripts/models/command.ts', ...process.argv.slice(2)], { env: pinnedEnv() })
  if (code === 0) await models()
  process.exitCode = code
} catch (error) {
  fail(error)
}
