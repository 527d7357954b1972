import { Failure } from '../failure.ts';
import type { Ask } from './ask.ts';
import { listOf, membersOf, numberOr } from './values.ts';

/** Tries of a request that a server may not support at all. */
const TRIES = 2;

/** The answer to an optional request; null when the server refuses it. */
async function tried<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Failure && error.nature.refused) return null;
    throw error;
  }
}

/** The number of rows; null when the server does not count them. */
export async function countRows(ask: Ask): Promise<number | null> {
  const parameters = { where: '1=1', returnCountOnly: 'true' };
  const answer = await tried(ask.patiently('/query', parameters, TRIES));
  const count = numberOr(answer?.count, null);
  return count !== null && count >= 0 ? count : null;
}

type Bounds = { lowest: number; highest: number } | 'no rows' | null;

function boundsOf(numbers: number[]): Bounds {
  let lowest = Infinity;
  let highest = -Infinity;
  for (const number of numbers) {
    lowest = Math.min(lowest, number);
    highest = Math.max(highest, number);
  }
  return Number.isFinite(lowest) ? { lowest, highest } : null;
}

async function byStatistics(ask: Ask, id: string): Promise<Bounds> {
  const statistic = (kind: string) => ({
    statisticType: kind,
    onStatisticField: id,
    outStatisticFieldName: `THE_${kind.toUpperCase()}`,
  });
  const outStatistics = JSON.stringify([statistic('min'), statistic('max')]);
  const answer = await tried(ask.patiently('/query', { where: '1=1', outStatistics }, TRIES));
  const rows = listOf(answer?.features);
  // Takes all values, since servers change the names that they were given.
  const values = Object.values(membersOf(membersOf(rows[0]).attributes)).map((value) =>
    numberOr(value, null),
  );
  const numbers = values.filter((value) => value !== null);
  return rows.length === 1 && values.length === 2 && numbers.length === 2 ? boundsOf(numbers) : null;
}

async function byList(ask: Ask): Promise<Bounds> {
  const answer = await tried(ask.patiently('/query', { where: '1=1', returnIdsOnly: 'true' }, TRIES));
  if (answer === null || !('objectIds' in answer)) return null;
  const numbers = listOf(answer.objectIds).filter((id) => typeof id === 'number');
  return numbers.length === 0 ? 'no rows' : boundsOf(numbers);
}

/** The lowest and the highest object id, in constant memory where the server can compute them. */
export const boundsOfIds = async (ask: Ask, id: string): Promise<Bounds> =>
  (await byStatistics(ask, id)) ?? (await byList(ask));
