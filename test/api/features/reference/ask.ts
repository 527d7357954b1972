import type { FastifyInstance } from 'fastify';
import type { Test } from 'tap';
import { call } from '../../../helper.ts';
import { runsOf } from '../../../seed.ts';
import { type Question, questionMaker } from './questions.ts';
import type { Records } from './records.ts';

/** The most differing answers that are shown in full. */
const MOST_SHOWN = 3;

/** Asks every question; each answer must be equal, byte for byte. */
async function askAll(t: Test, app: FastifyInstance, key: string, questions: Question[]): Promise<void> {
  let equal = 0;
  let rows = 0;
  const differing: string[] = [];
  for (const { path, expected } of questions) {
    const answer = await call(app, 'GET', path, { key });
    const wanted = expected();
    if (answer.status === 200 && answer.text === JSON.stringify(wanted)) {
      equal++;
      rows += (wanted as { data?: unknown[] }).data?.length ?? 1;
      continue;
    }
    differing.push(path);
    if (differing.length > MOST_SHOWN) continue;
    t.equal(answer.status, 200, path);
    t.same(answer.json(), wanted, path);
  }
  t.same(differing, [], `${equal} of ${questions.length} answers as computed, ${rows} rows`);
}

/** Queues the tests that compare the figures over some loaded records with the plain computations. */
export function testFigures(t: Test, app: FastifyInstance, key: string, records: Records, seed: number) {
  const make = questionMaker(records, seed);
  const cases: [string, () => Question[]][] = [
    ['absentee-owned parcels', () => make.absenteeQuestions(runsOf(60))],
    ['flips and flippers', () => make.flipQuestions(runsOf(120))],
    ['contractors', () => make.contractorQuestions(runsOf(80))],
    ['what organizations own, and the ranking', () => make.entityQuestions(runsOf(140))],
    ['counties by quarter, and trends', () => make.marketQuestions(runsOf(80))],
    ['owners: search, profile, properties, portfolio', () => make.ownerQuestions(runsOf(6))],
    ['the owner of a parcel', () => make.parcelOwnerQuestions(runsOf(40))],
    ['coverage', () => make.coverageQuestions()],
  ];
  for (const [name, questions] of cases) {
    t.test(name, (t) => askAll(t, app, key, questions()));
  }
}
