import { Command } from 'commander';
import cron from 'node-cron';
import { deleteOldCounters } from '../features/usage/retention.ts';
import type { Database } from '../mysql/database.ts';
import { untilStopped } from './server.ts';
import { connect, tell } from './services.ts';

const HOURLY = '17 * * * *';

/** Starts what runs beside the API: the retention of usage counters. Returns how to stop it. */
export async function startDuties(database: Database): Promise<() => Promise<void>> {
  async function retain(): Promise<void> {
    const deleted = await deleteOldCounters(database, new Date());
    if (deleted > 0) tell(`${deleted} usage counters of past months deleted`);
  }
  await retain();
  const task = cron.schedule(HOURLY, () => retain().catch((error) => tell(`retention: ${error.message}`)), {
    noOverlap: true,
  });
  return async () => {
    await task.destroy();
  };
}

export const dispatchCommand = new Command('dispatch')
  .description('Run what goes on beside the API: usage counters of past months are deleted')
  .action(async () => {
    const { database, close } = await connect();
    const stop = await startDuties(database);
    console.log('The dispatcher is running.');
    await untilStopped();
    await stop();
    await close();
  });
