import t from 'tap';
import { cityLine } from '../../../src/loading/inspect/form.ts';
import { leftOutOf } from '../../../src/loading/inspect/left-out.ts';
import type { Proposal } from '../../../src/loading/inspect/proposal.ts';
import { toConform } from '../../../src/loading/inspect/write.ts';
import {
  CITIES,
  certainty,
  columnOf,
  columnsBy,
  type Maker,
  mail,
  number,
  owner,
  patternOf,
  pick,
  proposed,
  ROLL,
  STREETS,
  state,
  street,
} from './made-up-roll.ts';

t.test('parcel and mailing addresses with swapped names are swapped back', async (t) => {
  const { SITUS_ADDR, SITUS_CITY, MAIL_ADDR, MAIL_CITY, MAIL_STATE, MAIL_ZIP, ...rest } = ROLL;
  const turned = await proposed({
    ...rest,
    SITUS_ADDR: mail,
    SITUS_CITY: (i) => pick(CITIES, i),
    SITUS_STATE: state,
    MAIL_ADDR: street,
    MAIL_STATE: () => 'NE',
  });
  t.has(columnsBy(turned), {
    street: 'MAIL_ADDR',
    mailing_address: 'SITUS_ADDR',
    mailing_state: 'SITUS_STATE',
  });
  t.equal(certainty(turned, 'street'), 'likely');
  t.match(turned.remarks.join('\n'), /taken the other way around/);
});

t.test('an address whose name gives no side is assigned by its values', async (t) => {
  const { SITUS_ADDR, SITUS_CITY, MAIL_ADDR, MAIL_CITY, MAIL_STATE, MAIL_ZIP, ...rest } = ROLL;
  const boxes = await proposed({
    ...rest,
    ADDRESS: mail,
    CITY: (i) => pick(CITIES, i),
    STATE: state,
    ZIP: (i) => String(68_500 + (i % 9)),
  });
  t.equal(columnOf(boxes, 'mailing_address'), 'ADDRESS', 'post-office boxes are mail');
  t.equal(columnOf(boxes, 'mailing_state'), 'STATE');
  t.equal(columnOf(boxes, 'city'), undefined);
  const plain = await proposed({ ...rest, ADDRESS: street, CITY: (i) => pick(CITIES, i) });
  t.equal(columnOf(plain, 'street'), 'ADDRESS', 'streets without a single box are parcels’');
  const oneLine = await proposed({ ...rest, SITUS: (i) => `${street(i)}, ${pick(CITIES, i)}, NE 68501` });
  t.equal(columnOf(oneLine, 'address'), 'SITUS');
  const lines = await proposed({
    ...rest,
    OWNER_ADDR1: mail,
    OWNER_ADDR2: () => '',
    OWNER_ADDR3: (i) => `${pick(CITIES, i)} ${state(i)} 68501`,
  });
  t.strictSame(toConform(lines).mailing_lines, ['OWNER_ADDR1', 'OWNER_ADDR2', 'OWNER_ADDR3']);
  const parts = await proposed({
    ...rest,
    ST_NUM: (i) => 100 + i,
    ST_DIR: () => 'N',
    ST_NAME: (i) => pick(['ELM', 'OAK'], i),
    ST_TYPE: () => 'ST',
  });
  t.match(toConform(parts), { number: 'ST_NUM', street: ['ST_DIR', 'ST_NAME', 'ST_TYPE'] });
});

t.test('a city at the end of an address is found, after a comma or after the street', async (t) => {
  const { SITUS_CITY, MAIL_CITY, MAIL_STATE, MAIL_ZIP, ...roll } = ROLL;
  const comma = await proposed({
    ...roll,
    SITUS_ADDR: (i) => `${street(i)}, ${pick(CITIES, i)}`,
    MAIL_ADDR: (i) => `${street(i + 5)}, ${pick(CITIES, i)}, ${state(i)} ${68_500 + (i % 20)}`,
  });
  t.equal(columnOf(comma, 'city'), 'SITUS_ADDR');
  t.equal(patternOf(comma, 'city')?.exec('12 ELM ST, EAST QUILLTON')?.[1], 'EAST QUILLTON');
  t.equal(columnOf(comma, 'mailing_city'), 'MAIL_ADDR');
  t.equal(patternOf(comma, 'mailing_city')?.exec('9 OAK AVE, CANBY, NE 68501')?.[1], 'CANBY');
  t.equal(patternOf(comma, 'mailing_state')?.exec('9 OAK AVE, CANBY, NE 68501')?.[1], 'NE');
  t.equal(patternOf(comma, 'mailing_zip')?.exec('9 OAK AVE, CANBY, NE 68501')?.[1], '68501');

  const twice = await proposed({
    ...roll,
    SITEADDRESS: (i) => `${street(i)} ${pick(CITIES, i)}, NE ${68_500 + (i % 20)}`,
    CITY: (i) => pick(CITIES, i),
    ZIP: (i) => String(68_500 + (i % 20)),
  });
  t.equal(columnOf(twice, 'city'), 'CITY', 'a column of its own comes first');
  t.equal(columnOf(twice, 'zip'), 'ZIP');

  const plain = await proposed({ ...roll, SITUS_ADDR: (i) => `${street(i)} ${pick(CITIES, i)}` });
  t.equal(columnOf(plain, 'city'), 'SITUS_ADDR');
  t.equal(patternOf(plain, 'city')?.exec('12 ST PAUL AVE EAST QUILLTON')?.[1], 'EAST QUILLTON');
  t.equal(patternOf(plain, 'city')?.exec('12 ELM ST UNIT B'), null, 'a unit is no city');
  const none = await proposed({ ...roll, SITUS_ADDR: (i) => `${street(i)}${i % 3 ? '' : ' REAR'}` });
  t.equal(columnOf(none, 'city'), undefined);
});

t.test('numbered address lines are assigned by their values', async (t) => {
  const { MAIL_ADDR, MAIL_CITY, MAIL_STATE, MAIL_ZIP, ...roll } = ROLL;
  const proposal = await proposed({
    ...roll,
    MAIL_ADDR1: MAIL_ADDR!,
    MAIL_ADDR2: MAIL_CITY!,
    MAIL_ADDR3: MAIL_STATE!,
    ZIP: MAIL_ZIP!,
  });
  t.has(columnsBy(proposal), {
    mailing_address: 'MAIL_ADDR1',
    mailing_city: 'MAIL_ADDR2',
    mailing_state: 'MAIL_ADDR3',
    mailing_zip: 'ZIP',
  });
});

t.test('an address that begins with the house numbers of another column is the parcel’s', async (t) => {
  const { SITUS_ADDR, MAIL_ADDR, ...roll } = ROLL;
  const proposal = await proposed({
    ...roll,
    ADDR_NUM: (i) => 100 + i * 3,
    ADDR_ST: (i) => pick(['ST', 'AVE'], i),
    ADDR_FULL: SITUS_ADDR!,
    FULLADDR: SITUS_ADDR!,
    KCTP_ADDR: MAIL_ADDR!,
  });
  t.match(columnOf(proposal, 'street'), /^(?:ADDR_FULL|FULLADDR)$/);
  t.equal(columnOf(proposal, 'mailing_address'), 'KCTP_ADDR');
});

t.test('a house number is joined with a street that is named as the address', async (t) => {
  const { SITUS_ADDR, ...roll } = ROLL;
  const proposal = await proposed({
    ...roll,
    PROPERTYHOUSENUM: (i) => 100 + i,
    PROPERTYADDRESS: (i) => pick(STREETS, i),
  });
  t.equal(columnOf(proposal, 'street'), 'PROPERTYHOUSENUM+PROPERTYADDRESS');
});

t.test('numbered lines of both addresses are assigned by their values', async (t) => {
  const { SITUS_ADDR, SITUS_CITY, MAIL_ADDR, MAIL_CITY, MAIL_STATE, MAIL_ZIP, ...roll } = ROLL;
  const proposal = await proposed({
    ...roll,
    SITE_ADDR_1: SITUS_ADDR!,
    SITE_ADDR_2: SITUS_CITY!,
    SITE_ADDR_3: (i) => String(68_500 + (i % 9)),
    NOTICE_ADDR_1: MAIL_ADDR!,
    NOTICE_ADDR_2: (i) => `${pick(CITIES, i)} ${state(i)}`,
    NOTICE_ADDR_3: MAIL_ZIP!,
  });
  t.has(columnsBy(proposal), {
    street: 'SITE_ADDR_1',
    city: 'SITE_ADDR_2',
    zip: 'SITE_ADDR_3',
    mailing_city: 'NOTICE_ADDR_2',
    mailing_zip: 'NOTICE_ADDR_3',
  });
});

t.test('a city named for mail is never certain without an address for letters', async (t) => {
  const proposal = await proposed({
    APN: number,
    SITUS_ADDR: street,
    MAILING_CITY: (i) => pick(CITIES, i),
  });
  t.not(certainty(proposal, 'mailing_city'), 'certain');
});

t.test(
  'lines of an address that are named as the taxpayer are the mail’s, with city and state',
  async (t) => {
    const { MAIL_ADDR, MAIL_CITY, MAIL_STATE, MAIL_ZIP, ...roll } = ROLL;
    const proposal = await proposed({
      ...roll,
      TAXPAYER_NM: owner,
      TAXPAYER_NM_1: MAIL_ADDR!,
      TAXPAYER_NM_2: (i) => `${pick(CITIES, i)} ${state(i)} ${68_500 + (i % 20)}`,
      MAILING_MUNI_NM: (i) => pick(CITIES, i + 1),
    });
    t.strictSame(toConform(proposal).mailing_lines, ['TAXPAYER_NM_1', 'TAXPAYER_NM_2']);
  },
);

t.test('a point in one column is read in both of its usual forms', async (t) => {
  const permit: Maker = {
    'Permit Number': (i) => `B-${i + 1000}`,
    Status: (i) => pick(['Issued', 'Done'], i),
  };
  const lat = (i: number) => `40.8${String(i).padStart(4, '0')}`;
  for (const point of [
    (i: number) => `(${lat(i)}, -96.71234)`,
    (i: number) => `${street(i)} (${lat(i)}, -96.71234)`,
    (i: number) => `POINT (-96.71234 ${lat(i)})`,
  ]) {
    const proposal = await proposed({ ...permit, Location: point }, { kind: 'permits' });
    t.equal(proposal.location, 'columns');
    t.equal(patternOf(proposal, 'lat')?.exec(point(7))?.[1], '40.80007');
    t.equal(patternOf(proposal, 'lon')?.exec(point(7))?.[1], '-96.71234');
  }
});

t.test('an address on two lines above its point is the parcel’s', async (t) => {
  const { SITUS_ADDR: _, SITUS_CITY, ...own } = ROLL;
  const rest = { ...own, MAIL_CITY: (i: number) => (i % 2 ? pick(CITIES, i) : 'OMAHA') };
  const place = (i: number) =>
    `${street(i)}\n${pick(CITIES, i)}, NE 6850${i % 9}\n(40.7${10_000 + i}, -96.6${10_000 + i})`;
  const parts = ['street', 'city', 'zip', 'lat', 'lon'];
  const proposal = await proposed({ ...rest, 'Location 1': place });
  for (const field of parts) {
    t.equal(columnOf(proposal, field), 'Location 1', field);
    t.not(certainty(proposal, field), 'guess', field);
  }
  const [line, city, zip] = ['street', 'city', 'zip'].map((field) => new RegExp(patternOf(proposal, field)!));
  t.equal(line!.exec(place(7))?.[1], street(7));
  t.equal(city!.exec(place(7))?.[1], pick(CITIES, 7));
  t.equal(zip!.exec(place(7))?.[1], '68507');
  const beside = await proposed({ ...rest, SITUS_ADDR: street, 'Location 1': place });
  t.equal(columnOf(beside, 'street'), 'SITUS_ADDR', 'a column of its own comes first');
});

t.test('state and ZIP code of a line are kept where the city is only a guess', async (t) => {
  const line = (part: 'city' | 'state' | 'zip') => cityLine(['MAIL2'], part);
  const field = (name: string, form: object, certainty: string) => ({
    field: name,
    form,
    certainty,
    reason: '',
  });
  const fields = [
    field('mailing_address', { column: 'MAIL1' }, 'likely'),
    field('mailing_city', { column: 'TOWN' }, 'guess'),
    field('mailing_state', line('state'), 'likely'),
    field('mailing_zip', line('zip'), 'likely'),
  ];
  const proposal = { ...(await proposed({ APN: ROLL.APN! })), fields } as unknown as Proposal;
  t.match(toConform(proposal), { mailing_lines: ['MAIL1', 'MAIL2'], mailing_state: undefined });
  t.match(leftOutOf(proposal), [{ columns: ['TOWN'] }]);
  const whole = [fields[0], field('mailing_city', line('city'), 'guess'), fields[2], fields[3]];
  const taken = { ...proposal, fields: whole } as unknown as Proposal;
  t.strictSame(leftOutOf(taken), [], 'the city of a line is taken in with it');
  const guesses = (['city', 'state', 'zip'] as const).map((part) =>
    field(`mailing_${part}`, cityLine(['MAIL2', 'MAIL3'], part), 'guess'),
  );
  const left = leftOutOf({ ...proposal, fields: [fields[0], ...guesses] } as unknown as Proposal);
  t.match(left, [{ columns: ['MAIL2', 'MAIL3'], add: { mailing_lines: ['MAIL2', 'MAIL3'] } }]);
  t.equal(left.length, 1, 'a line is left out as a whole');
});

t.test(
  'a property class is not a street type, and the value of fixtures is not the total value',
  async (t) => {
    const { SITUS_ADDR, TOTAL_VAL, ...roll } = ROLL;
    const proposal = await proposed({
      ...roll,
      SITE_NUM: (i) => 100 + i,
      SITE_STREET: (i) => pick(STREETS, i),
      PROPTYPE: (i) => pick(['R', 'C', 'A'], i),
      ASSESSED_FIXTURES_VALUE: (i) => 500 + (i % 40) * 25,
    });
    t.equal(columnOf(proposal, 'street'), 'SITE_NUM+SITE_STREET');
    t.equal(toConform(proposal).total_assessed_value, undefined);
  },
);

t.test('ZIP codes that have lost their zero are ZIP codes where the name says so', async (t) => {
  const short = (i: number) => 2_100 + (i % 20);
  for (const make of [
    short,
    (i: number) => `${short(i)}.0`,
    (i: number) => `${short(i)}-1200`,
    (i: number) => `${short(i)}1200`,
  ]) {
    const proposal = await proposed({ ...ROLL, SITUS_ZIP: make, MAIL_ZIP: make, LOTKEY: short });
    t.equal(columnOf(proposal, 'zip'), 'SITUS_ZIP', String(make(1)));
    t.equal(columnOf(proposal, 'mailing_zip'), 'MAIL_ZIP', String(make(1)));
    t.not(certainty(proposal, 'zip'), 'guess', String(make(1)));
    t.not(certainty(proposal, 'mailing_zip'), 'guess', String(make(1)));
  }
});
