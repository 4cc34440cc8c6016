/** Settings of the database and the storage for trial images. */
import { join, resolve } from 'node:path'
import { isLoopback } from '#server/contract/pages/addresses.ts'
import { isHost, type Reader } from './reader.ts'

/** Reads the database's settings and reports mistakes to `reader`. An empty DATABASE_URL means a file in `dataDir`. */
export function readDatabase(reader: Reader, dataDir: string) {
  const text = reader.text('DATABASE_URL')
  const mayBePlain = reader.choice('DATABASE_TLS', ['required', 'off']) === 'off'
  const authToken = reader.text('DATABASE_AUTH_TOKEN') || null
  if (authToken !== null && /\s/.test(authToken)) reader.problem('DATABASE_AUTH_TOKEN must have no blanks')
  const dbSync = reader.choice('DB_SYNC', ['NORMAL', 'FULL'])
  const databaseFile = join(dataDir, 'midground.db')
  if (text === '') return { databaseFile, databaseServer: null, dbSync }
  if (text.startsWith('file:'))
    return { databaseFile: readFile(reader, text) ?? databaseFile, databaseServer: null, dbSync }
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^(libsql|https?):$/.test(url.protocol) || !isHost(url.hostname))
    reader.problem(
      'DATABASE_URL must be empty, file:/path, or the address of a libSQL server: libsql://, http:// or https:// with its name',
    )
  else if (url.username !== '' || url.password !== '' || url.hash !== '' || hasOtherParameters(url))
    reader.problem('DATABASE_URL must have no user, password or parameters: the token goes into DATABASE_AUTH_TOKEN')
  else if (isPlain(url) && !isLoopback(url.hostname) && !mayBePlain)
    reader.problem(
      'DATABASE_URL is plain http to another machine, so rows and token could be read on the way: use https or libsql, or say DATABASE_TLS=off',
    )
  return { databaseFile, databaseServer: { url: text, authToken }, dbSync }
}

const isPlain = ({ protocol, searchParams }: URL): boolean => protocol === 'http:' || searchParams.get('tls') === '0'

const hasOtherParameters = ({ searchParams }: URL): boolean => [...searchParams.keys()].some((name) => name !== 'tls')

/** Returns the absolute path of a `file:` URL. Relative paths start at the working directory. */
function readFile(reader: Reader, text: string): string | null {
  const path = text.replace(/^file:(\/\/(?=\/))?/, '')
  if (path !== '' && !path.endsWith('/')) return resolve(path)
  reader.problem('DATABASE_URL must name a file after file:, e.g. file:/var/lib/midground/midground.db')
  return null
}

/** The storage of trial images: a folder of this machine or a bucket of an S3 server. */
export type TrialImageStore = ReturnType<typeof readTrialImageStore>
export type S3Store = Extract<TrialImageStore, { kind: 's3' }>

const PARAMETERS = ['endpoint', 'region', 'path-style']
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

/** Reads TRIAL_IMAGES_URL and the keys, and reports mistakes to `reader`. An empty URL means a folder in `dataDir`. */
export function readTrialImageStore(reader: Reader, dataDir: string) {
  const inFolder = { kind: 'folder' as const, folder: join(dataDir, 'trial-images') }
  const text = reader.text('TRIAL_IMAGES_URL')
  const [id, secret] = [reader.text('S3_ACCESS_KEY_ID'), reader.text('S3_SECRET_ACCESS_KEY')]
  if (text === '') return inFolder
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 's3:' || !BUCKET.test(url.hostname) || url.username !== '' || url.hash !== '') {
    reader.problem('TRIAL_IMAGES_URL must look like s3://bucket?endpoint=https://s3.example.org&region=eu-1')
    return inFolder
  }
  const unknown = [...url.searchParams.keys()].filter((name) => !PARAMETERS.includes(name))
  if (unknown.length > 0)
    reader.problem(`TRIAL_IMAGES_URL knows no ${unknown.join(', ')}, only ${PARAMETERS.join(', ')}`)
  if ((id === '') !== (secret === ''))
    reader.problem('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are needed together, or neither')
  const pathStyle = url.searchParams.get('path-style')
  if (pathStyle !== null && pathStyle !== 'on' && pathStyle !== 'off')
    reader.problem('path-style in TRIAL_IMAGES_URL must be on or off')
  const endpoint = readEndpoint(url.searchParams.get('endpoint'), reader)
  const path = url.pathname.replace(/^\/+|\/+$/g, '')
  return {
    kind: 's3' as const,
    bucket: url.hostname,
    /** Prefix of every key: empty, or with a slash at its end. */
    prefix: path === '' ? '' : `${path}/`,
    /** Origin of the S3 server, or null for Amazon's server of the region. */
    endpoint,
    region: url.searchParams.get('region') || 'us-east-1',
    /** true: the bucket is in the URL's path instead of its host name, as most servers except Amazon's expect */
    pathStyle: pathStyle === null ? endpoint !== null : pathStyle === 'on',
    /** access keys, or null for the machine's own credentials, for example of its IAM role */
    keys: id === '' ? null : { id, secret },
  }
}

function readEndpoint(text: string | null, reader: Reader): string | null {
  if (text === null || text === '') return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '') {
    reader.problem('endpoint in TRIAL_IMAGES_URL must look like https://s3.example.org')
    return null
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    reader.warning('The endpoint in TRIAL_IMAGES_URL is plain http: pictures can be seen on the way. Use https.')
  return url.href.replace(/\/$/, '')
}
