import { random } from '../../src/loading/demo/random.ts';
import { EVERYWHERE } from '../helper.ts';
import { withCursor } from './inputs/cursors.ts';
import { draftOf, type Known, wireOf } from './inputs/draft.ts';
import type { Operation } from './operations.ts';
import { type Account, CANARY_OWNER, type Place } from './place.ts';

const WIDE: Record<string, unknown> = { bounds: EVERYWHERE, limit: 1 };

/** What requests may name in an installation. The owner that they name is the canary. */
export async function knownOf(
  place: Place,
  { key, endpoint, deliveries }: Account,
  operations: readonly Operation[],
): Promise<Known> {
  const known: Known = {
    key,
    parcels: ['31109:0109109006000', '31109:CANARY-1', '31109:nobody'],
    owner: CANARY_OWNER,
    county: '31109',
    endpoint,
    deliveries,
    receiver: place.receiverUrl,
    cursors: [],
  };
  for (const operation of operations) {
    const cursor = await firstCursor(place, operation, known);
    if (cursor) known.cursors.push({ operation: operation.name, cursor });
  }
  return known;
}

/** The cursor in an operation's first page; null when it takes none, or has only one page. */
async function firstCursor(place: Place, operation: Operation, known: Known): Promise<string | null> {
  const takes =
    operation.parameters.some(({ name }) => name === 'cursor') || operation.body?.schema.properties?.cursor;
  if (!takes) return null;
  const draft = draftOf(random(1), operation, { ...known, county: '31109' });
  if (draft.body !== undefined)
    draft.body = operation.path.endsWith('/export') ? { bounds: EVERYWHERE } : { ...WIDE };
  draft.query = draft.query.filter(([name]) => name === 'search');
  if (draft.query.length > 0) draft.query = [['search', JSON.stringify({ bounds: EVERYWHERE })]];
  else if (draft.body === undefined) {
    draft.query.push(['limit', '1']);
    if (operation.path.includes('/entities')) draft.query.push(['top', 'true']);
  }
  const isWalk = !/deliveries|export/.test(operation.path);
  const { target, body } = isWalk ? withAsterisk(draft, known) : wireOf(draft, known);
  const answer = await place.call(operation.method, target, known.key, body && JSON.parse(body.toString()));
  if (answer.status !== 200)
    throw new Error(`${operation.name} ${target}: ${answer.status} ${answer.text.slice(0, 200)}`);
  if (answer.json) return answer.json.next_cursor ?? null;
  return JSON.parse(answer.text.split('\n')[0]!).cursor;
}

/** The first request of a walk. */
function withAsterisk(draft: ReturnType<typeof draftOf>, known: Known) {
  const kept = structuredClone(draft.query);
  const wire = withCursor(draft, known, '*');
  const more = kept.filter(([name]) => name !== 'search' && name !== 'county_fips');
  const joined = more.map(([name, value]) => `&${name}=${value}`).join('');
  return { ...wire, target: wire.target + joined };
}
