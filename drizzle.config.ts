import { defineConfig } from 'drizzle-kit';

/** `npx drizzle-kit generate` writes the next migration into sql/ after a change of the tables. */
export default defineConfig({ dialect: 'mysql', schema: './src/stores/mysql/schema.ts', out: './sql' });
