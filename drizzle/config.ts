import { join } from 'node:path'
import { defineConfig } from 'drizzle-kit'

/** For `npm run db -- studio` on the local file. Migrations are written by hand, see `schema.ts`. */
export default defineConfig({
  dialect: 'sqlite',
  schema: './drizzle/schema.ts',
  out: './drizzle/migrations',
  dbCredentials: { url: join(process.env.DATA_DIR ?? 'data', 'midground.db') },
})
