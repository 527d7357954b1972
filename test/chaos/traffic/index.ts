import { setTimeout as sleep } from 'node:timers/promises';
import type { createFeed } from './feed.ts';
import type { createSpender } from './limit.ts';
import type { createLoader } from './loads.ts';
import { exportAll, type Reader, readParcel, readRisks, readTile, search, walk } from './reads.ts';
import type { createTurnover } from './turnover.ts';

export interface Traffic {
  reader: Reader;
  spender: ReturnType<typeof createSpender>;
  feeds: ReturnType<typeof createFeed>[];
  turnover: ReturnType<typeof createTurnover>;
  loader: ReturnType<typeof createLoader>;
}

/** All traffic that runs throughout, a few requests a second of each kind. */
export function startTraffic({ reader, spender, feeds, turnover, loader }: Traffic) {
  let going = true;
  const isGoing = () => going;
  const opened: number[] = [];

  /** Repeats something until the traffic ends. An error is a finding. */
  async function loop(pause: number, work: () => Promise<unknown>): Promise<void> {
    try {
      while (going) {
        await work();
        await sleep(pause);
      }
    } catch (error) {
      reader.ledger.find(`the storm itself: ${(error as Error).stack}`);
    }
  }
  /** The same for what opens a point in time. */
  const walking = (pause: number, work: () => Promise<void>) =>
    loop(pause, () => {
      opened.push(Date.now());
      return work();
    });

  const loops = [
    loop(300, () => readParcel(reader)),
    loop(400, () => search(reader)),
    loop(1_500, () => readRisks(reader)),
    loop(1_500, () => readTile(reader)),
    walking(2_000, () => walk(reader, isGoing)),
    walking(1_500, () => exportAll(reader)),
    loop(700, () => spender.spend()),
    ...feeds.map((feed) => loop(1_500, () => feed.read())),
    loop(0, () => turnover.next(isGoing)),
    loop(3_000, () => loader.load()),
  ];
  return {
    /** How many points in time were opened since a moment. */
    openedSince: (moment: number) => opened.filter((time) => time > moment).length,
    async stop(): Promise<void> {
      going = false;
      await Promise.all(loops);
    },
  };
}
