/** Settings of the storage of trial images, read from TRIAL_IMAGES_URL. */
import { join } from 'node:path'
import { isLoopback } from '#server/contract/addresses.ts'
import type { Reader } from './reader.ts'

/** The storage of trial images: a folder or a bucket. */
export type TrialImageStore = FolderStore | S3Store

/** Trial images are files in a folder of this machine. */
export interface FolderStore {
  readonly kind: 'folder'
  readonly folder: string
}

/** Trial images are objects in a bucket of an S3 server. */
export interface S3Store {
  readonly kind: 's3'
  readonly bucket: string
  /** Prefix of every key: empty, or ending in a slash. */
  readonly prefix: string
  /** Origin of the server; null = Amazon's for the region. */
  readonly endpoint: string | null
  readonly region: string
  /** True: URLs have the bucket in the path instead of the host name, as most servers other than Amazon's expect. */
  readonly pathStyle: boolean
  /** Null: the machine's own credentials, for example from its IAM role. */
  readonly keys: { readonly id: string; readonly secret: string } | null
}

const PARAMETERS = ['endpoint', 'region', 'path-style']
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

/** Reads TRIAL_IMAGES_URL and the keys; reports mistakes to `reader`. An empty URL means a folder in `dataDir`. */
export function readTrialImageStore(reader: Reader, dataDir: string): TrialImageStore {
  const inFolder: FolderStore = { kind: 'folder', folder: join(dataDir, 'trial-images') }
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
    kind: 's3',
    bucket: url.hostname,
    prefix: path === '' ? '' : `${path}/`,
    endpoint,
    region: url.searchParams.get('region') || 'us-east-1',
    pathStyle: pathStyle === null ? endpoint !== null : pathStyle === 'on',
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
