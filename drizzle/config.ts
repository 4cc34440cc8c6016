import { join } from 'node:path'
import { defineConfig } from 'drizzle-kit'

/** Configuration of `npm run db -- studio` for the local file. Migrations are written by hand, see `schema.ts`. */
export default defineConfig({
  dialect: 'sqlite',
  schema: './drizzle/schema.ts',
  out: './drizzle/migrations',
  dbCredentials: { url: join(process.env.DATA_DIR ?? 'data', 'midground.db') },
})
