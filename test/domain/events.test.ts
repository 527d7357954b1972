import { createHash } from 'node:crypto';
import fc from 'fast-check';
import t from 'tap';
import type { TObject, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { examplePayload, payload, payloadSchema } from '../../src/domain/event-payload.ts';
import { EVENT_CATALOG, EVENT_TYPES, type EventfulKind, type EventType } from '../../src/domain/events.ts';
import { canonicalId, eventId, eventsOf } from '../../src/domain/parcel-event.ts';
import { holds } from '../holds.ts';

const AT = '2024-07-01T12:00:00.000Z';
const DEED = {
  id: '31109:2024001:R-1',
  county_fips: '31109',
  parcel_id: 'R-1',
  source: 'lancaster',
  document_number: '2024001',
  recorded_date: '2024-06-20',
  sale_date: '2024-06-14',
  sale_price_usd: 241_000,
  grantor: 'WREN, ODETTE',
  grantee: 'OAK STREET HOLDINGS LLC',
  prior_owner: 'WREN, ODETTE',
  new_owner: 'OAK STREET HOLDINGS LLC',
  document_type: 'warranty_deed',
  is_arm_length: true,
  is_sale: true,
  updated_at: AT,
};
const PERMIT = {
  id: 'b1:31109:R-1',
  permit_id: 'b1',
  county_fips: '31109',
  parcel_id: 'R-1',
  source: null,
  permit_number: 'B-1',
  filed_date: '2024-03-01',
  issued_date: '2024-03-09',
  description: 'New roof',
  estimated_cost: 8_200.5,
  work_class: 'existing',
};

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');

t.test('the document describes each payload', async (t) => {
  const properties = (type: EventType) => (payloadSchema(type) as TObject).properties;
  const checks = (schema?: TSchema) => (value: unknown) => Value.Check(schema!, value);
  const { source_run_id, occurred_at_basis } = properties('parcel.sold');
  for (const value of [null, 'run-1']) t.ok(checks(source_run_id)(value), `source_run_id ${value}`);
  t.notOk(checks(source_run_id)(1));
  const bases = ['recording_date', 'sale_date', 'filed_date', 'issued_date', 'ingested_at', 'curated_at'];
  for (const basis of bases) t.ok(checks(occurred_at_basis)(basis), basis);
  for (const basis of ['created_at', 'disabled_at']) t.notOk(checks(occurred_at_basis)(basis), basis);
  const { permit_status } = properties('parcel.permit_filed');
  const statuses = ['filed', 'issued', 'in_review', 'final', 'expired', 'withdrawn', null];
  for (const status of statuses) t.ok(checks(permit_status)(status), `permit_status ${status}`);
  t.notOk(checks(permit_status)('Issued'));
});

t.test('the event types are the three of the contract, and no name is too long to be stored', async (t) => {
  t.same([...EVENT_TYPES].sort(), ['parcel.owner_changed', 'parcel.permit_filed', 'parcel.sold']);
  for (const type of EVENT_TYPES) t.match(type, /^[a-z]+\.[a-z_]+$/, 'parts that a comma list can hold');
  for (const type of EVENT_TYPES) t.ok(type.length <= 60, type);
});

t.test('each event type has all of its fields, in order', async (t) => {
  const fields = {
    'parcel.sold':
      'sale_date sale_price_usd grantor grantee recorded_date is_arm_length document_type document_number',
    'parcel.owner_changed':
      'recorded_date document_type document_number prior_owner new_owner is_sale sale_date',
    'parcel.permit_filed':
      'permit_id permit_number permit_type permit_status filed_date issued_date description ' +
      'estimated_cost contractor_name contractor_license applicant_name jurisdiction_id',
  };
  for (const [type, names] of Object.entries(fields))
    t.equal(Object.keys(EVENT_CATALOG[type as EventType].fields).join(' '), names, type);
});

t.test('event_id is the SHA-256 of source, record and type, one on each line', async (t) => {
  t.equal(eventId('src', 'rec', 'parcel.sold'), sha256('src\nrec\nparcel.sold'));
  t.equal(eventId(null, 'rec', 'parcel.sold'), sha256('\nrec\nparcel.sold'));
  t.equal(eventId('ü', 'é', 'parcel.sold'), sha256('ü\né\nparcel.sold'));
  const [sold, changed] = eventsOf('deeds', DEED, AT);
  t.equal(sold!.envelope.event_id, sha256(`lancaster\n${DEED.id}\nparcel.sold`));
  t.equal(changed!.envelope.event_id, sha256(`lancaster\n${DEED.id}\nparcel.owner_changed`));
  const later = eventsOf('deeds', { ...DEED, grantor: 'X', sale_price_usd: 5 }, '2025-01-01T00:00:00.000Z');
  t.equal(later[0]!.envelope.event_id, sold!.envelope.event_id, 'it depends on nothing else');
});

t.test('the ids of events that were sent earlier stay the same', async (t) => {
  const idOf = (kind: EventfulKind, record: Record<string, unknown>, type: EventType) =>
    eventsOf(kind, record, AT).find(({ envelope }) => envelope.event_type === type)!.envelope.event_id;
  t.equal(
    idOf('deeds', DEED, 'parcel.sold'),
    'e0c041fdca87efa1d5ea5b2a09a0cea067a4e39f1a95675cbbd1e5015c8ffe5e',
  );
  t.equal(
    idOf('deeds', DEED, 'parcel.owner_changed'),
    '910f633a2fb5e2e3564597b63043b342efdf84003f94d9ecc7399d3f8e951b51',
  );
  t.equal(
    idOf('permits', PERMIT, 'parcel.permit_filed'),
    '1671db7a03260af4f50f724573ec1dd5afabebb4ad42b5e2005745947a7f83f0',
  );
});

t.test('occurred_at is the record’s own date, and its basis says which', async (t) => {
  const cases: ['deeds' | 'permits', object, string, string][] = [
    ['deeds', {}, '2024-06-20T00:00:00.000Z', 'recording_date'],
    ['deeds', { recorded_date: null }, '2024-06-14T00:00:00.000Z', 'sale_date'],
    ['deeds', { recorded_date: null, sale_date: null }, AT, 'ingested_at'],
    ['permits', {}, '2024-03-01T00:00:00.000Z', 'filed_date'],
    ['permits', { filed_date: null }, '2024-03-09T00:00:00.000Z', 'issued_date'],
    ['permits', { filed_date: null, issued_date: null }, AT, 'ingested_at'],
  ];
  for (const [kind, more, occurred_at, occurred_at_basis] of cases) {
    const [event] = eventsOf(kind, { ...(kind === 'deeds' ? DEED : PERMIT), ...more }, AT);
    t.match(event!.envelope, { occurred_at, occurred_at_basis });
  }
});

t.test(
  'the matched parcel is in its own county, or the only one with that number in the state',
  async (t) => {
    const own = eventsOf('deeds', DEED, AT)[0]!;
    t.match(own, { canonical_id: '31:109:R-1', match_basis: 'state_county_parcel_id' });
    const lost = { ...DEED, county_fips: '31000' };
    const unique = eventsOf('deeds', lost, AT, '31055')[0]!;
    t.match(unique, { canonical_id: '31:055:R-1', match_basis: 'state_unique_parcel_id' });
    t.match(unique.envelope, { state_fips: '31', county_fips: '000' }, 'the county is as published');
    t.match(eventsOf('deeds', lost, AT)[0]!, { canonical_id: null, match_basis: null });
    t.match(eventsOf('deeds', DEED, AT, '31055')[0]!, { canonical_id: '31:109:R-1' }, 'the known county');
    t.equal(canonicalId('06037', 'A:B 7'), '06:037:A:B 7');
  },
);

const ENVELOPE =
  'event_id event_type occurred_at occurred_at_basis delivery_attempt parcel_id state_fips county_fips';

t.test('a payload has the envelope and the fields, with every key, as the schema says', async (t) => {
  const bare = { id: 'x', county_fips: '31109', parcel_id: 'R-1', is_sale: true, permit_id: 'b1' };
  for (const [kind, record] of [
    ['deeds', DEED],
    ['deeds', bare],
    ['permits', PERMIT],
    ['permits', bare],
  ] as const) {
    const events = eventsOf(kind, record, AT);
    t.not(events.length, 0);
    for (const { envelope, fields, canonical_id, match_basis } of events) {
      for (const parcelScoped of [true, false]) {
        const stored = JSON.stringify({ ...envelope, ...fields });
        const sent = JSON.parse(payload(stored, { attempt: 2, parcelScoped, canonical_id, match_basis }));
        const own = Object.keys(EVENT_CATALOG[envelope.event_type].fields);
        const scope = parcelScoped ? ['canonical_id', 'match_basis'] : [];
        t.same(Object.keys(sent), [...ENVELOPE.split(' '), ...scope, 'source_run_id', ...own]);
        t.equal(sent.delivery_attempt, 2);
        t.equal(sent.source_run_id, null);
        t.same([...Value.Errors(payloadSchema(envelope.event_type), sent)], [], envelope.event_type);
      }
    }
  }
});

t.test('the example of each type matches its schema', async (t) => {
  for (const type of EVENT_TYPES) {
    const example = JSON.parse(examplePayload(type, 1));
    t.same([...Value.Errors(payloadSchema(type), example)], [], type);
    for (const name of Object.keys(EVENT_CATALOG[type].fields)) t.not(example[name], null, `${type} ${name}`);
  }
});

t.test('a payload has no other fields of a record', async (t) => {
  const [event] = eventsOf('deeds', { ...DEED, internal: 'secret', book: '7' }, AT);
  t.notMatch(JSON.stringify(event), /secret|"book"|updated_at/);
});

t.test('a payload has exactly what was stored, whatever text it is', async () => {
  await holds(
    100,
    [fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 65_535 })],
    (grantor, attempt) => {
      const [{ envelope, fields }] = eventsOf('deeds', { ...DEED, grantor }, AT) as [
        ReturnType<typeof eventsOf>[number],
      ];
      const stored = JSON.stringify({ ...envelope, ...fields });
      const options = { attempt, parcelScoped: false, canonical_id: null, match_basis: null };
      const sent = JSON.parse(payload(stored, options));
      return sent.grantor === grantor && sent.delivery_attempt === attempt;
    },
  );
});
