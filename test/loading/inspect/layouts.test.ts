import t from 'tap';
import { FIELDS } from '../../../src/loading/inspect/evidence.ts';
import { LAYOUTS } from '../../../src/loading/inspect/form.ts';
import {
  building,
  certainty,
  columnOf,
  columnsBy,
  land,
  type Maker,
  mail,
  owner,
  proposed,
  street,
} from './made-up-roll.ts';

t.test('each known layout names a column once, and only known fields and existing columns', async (t) => {
  const names = new Set(LAYOUTS.map(({ name }) => name));
  t.equal(names.size, LAYOUTS.length);
  const known = new Set<string>([...Object.values(FIELDS).flat(), 'street', 'mailing_city_line']);
  for (const { name, marks, fields, ignored } of LAYOUTS) {
    t.ok(marks.length >= 7, `${name} is told by enough names`);
    const used = [...fields.values()].flat();
    t.equal(new Set(used).size, used.length, name);
    t.strictSame(
      [
        ...used.filter((column) => ignored.includes(column)),
        ...[...fields.keys()].filter((field) => !known.has(field)),
      ],
      [],
      name,
    );
  }
});

t.test('a known layout is recognized in any case and cut to ten letters', async (t) => {
  const florida: Maker = {
    co_no: () => 55,
    parcel_id: (i) => `12-34-${1000 + i}`,
    asmnt_yr: () => new Date().getUTCFullYear(),
    dor_uc: (i) => String((i % 9) + 10).padStart(3, '0'),
    jv: (i) => land(i) + building(i) + 5_000,
    av_nsd: (i) => land(i) + building(i),
    tv_nsd: building,
    lnd_val: land,
    tot_lvg_ar: (i) => 900 + i,
    sale_prc1: (i) => 100_000 + i,
    own_name: owner,
    own_addr1: mail,
    phy_addr1: street,
  };
  const proposal = await proposed(florida);
  t.equal(proposal.layout, 'Florida tax roll (NAL)');
  t.has(columnsBy(proposal), {
    market_value: 'jv',
    total_assessed_value: 'av_nsd',
    building_sqft: 'tot_lvg_ar',
    tax_year: 'asmnt_yr',
  });
  const against = await proposed({ ...florida, own_name: street });
  t.equal(columnOf(against, 'owner_name'), undefined, 'values decide there too');
});

t.test('the name of a parcel in Esri’s parcel fabric is its number', async (t) => {
  const day = () => '2015-03-12T00:00:00Z';
  const fabrics: Maker[] = [
    { Type: () => 7, PlanID: () => 1, SystemStart: day, SystemEnd: () => null, LegalStart: day },
    { Type: () => 7, PlanID: () => 1, SystemStartDate: day, SystemEndDate: () => null, LegalStartDate: day },
    {
      CreatedByRecord: () => null,
      StatedAreaUnit: () => 109_402,
      IsSeed: () => 0,
      MiscloseRatio: () => 9_999,
    },
    {
      Type: () => 7,
      PlanID: () => 1,
      SystemStar: day,
      SystemEndD: () => null,
      LegalStart: day,
      LegalStar: day,
    },
  ];
  for (const fabric of fabrics) {
    const proposal = await proposed(
      {
        OBJECTID: (i) => i + 1,
        Name: (i) => `10-${100 + (i >> 3)}-${100 + i}`,
        StatedArea: (i) => `${800 + i * 10}`,
        CalculatedArea: (i) => 800 + i * 10,
        MiscloseDistance: (i) => i / 100,
        ...fabric,
      },
      { geometry: true },
    );
    t.match(proposal.layout, /^Esri parcel fabric/, Object.keys(fabric).join());
    t.equal(columnOf(proposal, 'parcel_id'), 'Name');
    t.equal(certainty(proposal, 'parcel_id'), 'certain');
  }
});
