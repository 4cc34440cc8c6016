// Builds the separation models into build/models, from where the server serves them. Does nothing when up to date.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`models: Node 24 is needed, this is ${process.version}; use "npm start" or node_modules/.bin/node`)
  process.exit(1)
}

const { buildModels } = await import('./buildModels.ts')

try {
  await buildModels({
    out: 'build/models',
    report: (line) => console.log(`models: ${line}`),
  })
} catch (failure) {
  console.error(`models: ${failure instanceof Error ? failure.message : failure}`)
  if (failure instanceof Error && failure.cause) console.error(failure.cause)
  process.exit(1)
}
