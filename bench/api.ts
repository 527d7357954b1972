/** The API in its own process, as `terrier serve` runs it: with keys, limits and headers. */
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { readerClient } from '../src/stores/elastic/client.ts';
import { openDatabase } from '../src/stores/mysql/database.ts';
import { secretKey } from '../src/webhooks/secrets.ts';
import { serving } from './rig.ts';

const config = readConfig();
const client = readerClient(config.ELASTICSEARCH_URL!);
const database = openDatabase(config.DATABASE_URL!);
const app = await buildApp({ config, client, database, secretKey: await secretKey(config) });
serving(await app.listen({ host: '127.0.0.1', port: 0 }), () => app.close());
