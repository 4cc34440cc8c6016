/** Tests that the files for operators match the program. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '#server/config/config.ts'
import { settingsFile } from '#server/config/settings-file.ts'
import { VARIABLES } from '#server/config/variables.ts'
import { headerSets } from '#server/http/headers.ts'
import { requestListener } from '#server/http/listener.ts'

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
const settings = read('docs/operating/settings.md')
const stripe = read('docs/operating/stripe.md')

it('docs/operating/settings.md contains the table of all variables', () => {
  const rows = Object.entries(VARIABLES).map(([name, { default: value, doc, ...more }]) => {
    const names = 'secret' in more ? `\`${name}\`, \`${name}_FILE\`` : `\`${name}\``
    return `| ${names} | ${value && `\`${value}\``} | ${doc} |`
  })
  expect(settings).toContain(['| Variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n'))
})

it('docs/operating/stripe.md names exactly the events that the server handles', () => {
  const events = /(?:checkout|customer|invoice|charge)\.[a-z_]+(?:\.[a-z_]+)*/
  const handled = [...read('server/billing/webhook.ts').matchAll(new RegExp(`'(${events.source})'`, 'g'))]
  const named = [...stripe.matchAll(new RegExp(`\`(${events.source})\``, 'g'))]
  const unique = (matches: RegExpExecArray[]) => [...new Set(matches.map(([, name]) => name))].sort()
  expect(unique(named)).toEqual(unique(handled))
})

it.each(['Dockerfile', 'scripts/binary/midground.service', 'scripts/binary/midground-minutely.service'])(
  'the file %s sets only variables that the server knows',
  (path) => {
    const set = [...read(path).matchAll(/^(?:ENV |Environment=)(.+)$/gm)].flatMap(([, line = '']) =>
      [...line.matchAll(/([A-Z_]+)=/g)].map(([, name]) => name),
    )
    expect(set.length).toBeGreaterThan(0)
    for (const name of set) expect(Object.keys(VARIABLES)).toContain(name)
  },
)

it('settings.env.example equals the settings file that `init` writes without billing', () => {
  expect(read('settings.env.example')).toBe(settingsFile({ BILLING: 'off' }))
})

it.each(['.gitignore', '.dockerignore'])('%s excludes *.env files, which contain secrets', (path) => {
  expect(read(path).split('\n')).toContain('*.env')
})

it('the Docker image runs the executable as a separate user', () => {
  const [build = '', image = ''] = read('Dockerfile').split(/^FROM debian/m)
  expect(build).toContain('npm ci')
  expect(image).toContain('COPY --from=build /src/build/midground /usr/local/bin/midground')
  // Kubernetes can't check from a name that the user isn't root (runAsNonRoot)
  const uid = /useradd .*--uid (\d+)/.exec(image)?.[1]
  expect(image.indexOf(`\nUSER ${uid}\n`)).toBeGreaterThan(image.indexOf('useradd'))
  expect(image).toContain('ENTRYPOINT ["/usr/local/bin/midground"]')
})

it.each([
  [200, 0],
  [503, 1],
])('the status %i of /readyz decides the exit code of the Docker health check', async (status, code) => {
  const command = JSON.parse(/HEALTHCHECK .*CMD (\[.*\])/.exec(read('Dockerfile'))?.[1] ?? '') as string[]
  const answer = (request: Request) =>
    new Response(null, { status: new URL(request.url).pathname === '/readyz' ? status : 404 })
  // uses the product's listener, which rejects requests without a Host header
  const server = createServer(requestListener(answer, headerSets(readConfig({}))))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const check = spawn(command[0] ?? '', command.slice(1), { env: { PATH: process.env.PATH, PORT: String(port) } })
  expect(await new Promise((done) => check.once('exit', done))).toBe(code)
  server.close()
})

it('compose.yaml limits the logs, the memory and the processes of every service', () => {
  const { services } = parse(read('compose.yaml'))
  expect(Object.keys(services)).toEqual(['midground', 'caddy', 'litestream'])
  for (const service of Object.values(services))
    expect(service).toMatchObject({
      logging: { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } },
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      pids_limit: expect.any(Number),
    })
})

it('compose.yaml runs a read-only image behind a proxy', () => {
  const { services, volumes, configs } = parse(read('compose.yaml'))
  expect(services.midground).toMatchObject({ build: '.', read_only: true })
  const settings = { path: 'settings.env', format: 'raw' }
  expect([services.midground.env_file, services.litestream.env_file]).toEqual([
    [settings],
    [{ ...settings, path: 'litestream.env', required: false }],
  ])
  for (const name of Object.keys(services.midground.environment)) expect(Object.keys(VARIABLES)).toContain(name)
  // Compose fails if DOMAIN isn't set
  expect(services.midground.environment.PUBLIC_ORIGIN).toMatch(/^https:\/\/\$\{DOMAIN:\?/)
  expect(services.caddy.depends_on.midground.condition).toBe('service_healthy')
  expect(configs.caddyfile.content).toContain('reverse_proxy midground:3000')
  const named = Object.values<{ volumes?: string[] }>(services).flatMap((service) => service.volumes ?? [])
  for (const volume of named) expect(Object.keys(volumes)).toContain(volume.split(':')[0])
})
