import { setTimeout as sleep } from 'node:timers/promises';
import { int, pick, type Random } from '../../src/loading/demo/random.ts';
import type { Database } from '../../src/stores/mysql/database.ts';
import type { Fault as Told } from '../webhooks/ledger/book.ts';
import { type ServiceProcess, until } from '../webhooks/ledger/processes.ts';
import type { News } from './news.ts';
import type { Services } from './services.ts';
import type { Stores } from './stores.ts';
import type { createLoader } from './traffic/loads.ts';
import type { Weather } from './weather.ts';

/** What faults affect. */
export interface Scene {
  stores: Stores;
  database: Database;
  services: Services;
  loader: ReturnType<typeof createLoader>;
  news: News;
  weather: Weather;
  /** Faults as the ledger of deliveries knows them. */
  told: Told[];
  prefix: string;
  roll: Random;
  /** Whether the first API process and the first dispatcher are left alone, so that what they use can be compared. */
  spares: boolean;
}

/** A kind of fault: it begins, lasts and ends. Resolves to false when there was nothing to break. */
export interface Fault {
  /** What it breaks: two faults of different parts may happen at once. */
  part: 'elasticsearch' | 'mysql' | 'dispatcher' | 'api' | 'load' | 'receiver';
  /** The longest that it takes, in milliseconds. */
  takes: number;
  strike(scene: Scene): Promise<boolean>;
}

const READY = 60_000;
export const OVERSLEPT = 3_000;
/** How long a restart may take on a busy machine. */
export const RESTART = 40_000;

/** Breaks something for as long as `work` takes. */
export async function during<T>(
  { weather, news }: Scene,
  kind: string,
  what: string,
  work: () => Promise<T>,
): Promise<T> {
  news.disturb();
  const spell = weather.begin(kind, what);
  try {
    return await work();
  } finally {
    spell.until = Date.now();
  }
}

/** Like `during`, but recorded in the ledger of deliveries too. */
export async function told<T>(
  scene: Scene,
  fault: Omit<Told, 'at' | 'until'>,
  work: () => Promise<T>,
): Promise<T> {
  const one: Told = { ...fault, at: Date.now(), until: Number.POSITIVE_INFINITY };
  scene.told.push(one);
  try {
    return await work();
  } finally {
    one.until = Date.now();
  }
}

export const victim = <T>({ roll, spares }: Scene, all: T[]): T => (spares ? all.at(-1)! : pick(roll, all));
export const ready = (one: ServiceProcess) => until('it is ready', () => one.isReady, READY);

export async function restart(one: ServiceProcess, pause: number): Promise<void> {
  await one.kill();
  await sleep(pause);
  one.start();
  await ready(one);
}

export const freeze = (child: { kill(signal: NodeJS.Signals): unknown }, milliseconds: number) => {
  child.kill('SIGSTOP');
  return sleep(milliseconds).then(() => void child.kill('SIGCONT'));
};

/** The current load, or the next one; null when none begins. */
export async function running({ loader, news, roll }: Scene) {
  const children = () => [loader.state.child, news.child()].filter((child) => child !== null);
  await until('something is loaded', () => children().length > 0, 8_000).catch(() => {});
  await sleep(int(roll, 0, 2_500));
  return children().at(0) ?? null;
}
