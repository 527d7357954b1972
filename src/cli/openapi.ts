import { Command } from 'commander';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { readerClient } from '../stores/elastic/client.ts';
import { openDatabase } from '../stores/mysql/database.ts';
import { print } from './print.ts';

/** Placeholders: the document is made from the schemas alone, without a server. */
const NOWHERE = { elasticsearch: 'http://127.0.0.1:9', mysql: 'mysql://nobody@127.0.0.1:9/none' };

export const openapiCommand = new Command('openapi').action(async () => {
  const config = { ...readConfig(), LOG_LEVEL: 'silent' as const };
  const client = readerClient(NOWHERE.elasticsearch);
  const database = openDatabase(NOWHERE.mysql);
  const app = await buildApp({ config, client, database, secretKey: Buffer.alloc(0) });
  const document = await app.inject('/openapi.json');
  print(JSON.stringify(document.json(), null, 2));
  await app.close();
  await client.close();
  await database.$client.end();
});
