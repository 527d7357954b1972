import t from 'tap';
import { type GivenAddress, grade, placeOf, readWanted } from '../../src/domain/match.ts';

const STORED = {
  street: '1200 N OAK ST',
  unit: null,
  city: 'LINCOLN',
  state: 'NE',
  zip: '68508-1200',
  county_fips: '31109',
};
const LINCOLN = { city: 'Lincoln', state: 'NE', zip: '68508' };

function graded(given: Partial<GivenAddress>, stored: Partial<typeof STORED> | { unit: string } = {}) {
  const wanted = readWanted({ address: '1200 N Oak St', ...LINCOLN, ...given });
  if (wanted === null) return 'unreadable';
  return grade(wanted, placeOf({ ...STORED, ...stored }))?.match ?? null;
}

t.test('how a written address fits a stored one', async (t) => {
  const cases: [string, Partial<GivenAddress>, string | null, object?][] = [
    ['as stored', {}, 'exact'],
    ['spelled out', { address: '1200 north Oak Street' }, 'exact'],
    ['in one', { address: '1200 N Oak St, Lincoln, NE 68508', city: null, state: null, zip: null }, 'exact'],
    ['with its place twice', { address: '1200 N Oak St, Lincoln, NE 68508' }, 'exact'],
    ['a state by its name', { state: 'Nebraska' }, 'exact'],
    ['only a ZIP code', { city: '', state: '' }, 'exact'],
    ['only a city', { zip: null }, 'exact'],
    ['only a county', { city: null, zip: null, county_fips: '31109' }, 'exact'],
    ['no direction', { address: '1200 Oak St' }, 'number_and_street'],
    ['no suffix', { address: '1200 N Oak' }, 'number_and_street'],
    ['another city in the same ZIP code', { city: 'Denton' }, 'number_and_street'],
    ['a unit that the roll does not have', { address: '1200 N Oak St Apt 4' }, 'unit_missing'],
    ['no unit where the roll has one', {}, 'unit_missing', { unit: 'APT 4' }],
    ['the unit by another word', { address: '1200 N Oak St #4' }, 'exact', { unit: 'APT 04' }],
    ['another unit', { address: '1200 N Oak St #4' }, null, { unit: 'APT 5' }],
    ['two letters swapped', { address: '1200 N Willwo St' }, 'near', { street: '1200 N WILLOW ST' }],
    ['a letter left out', { address: '1200 N Wilow St' }, 'near', { street: '1200 N WILLOW ST' }],
    ['another ZIP code', { zip: '68509' }, 'near'],
    ['a typo in the city', { city: 'Lincon', zip: null }, 'exact'],
    ['another suffix', { address: '1200 N Oak Ave' }, null],
    ['another direction', { address: '1200 S Oak St' }, null],
    ['another short name', { address: '1200 N Elk St' }, null, { street: '1200 N ELM ST' }],
    ['another letter', { address: '1200 N B St' }, null, { street: '1200 N A ST' }],
    ['another numbered street', { address: '1200 N 48th St' }, null, { street: '1200 N 49TH ST' }],
    ['another number', { address: '1201 N Oak St' }, null],
    ['another state', { state: 'KS' }, null],
    ['a state of another country', { state: 'ON' }, 'unreadable'],
    ['no state, in words', { state: 'N/A' }, 'exact'],
    ['a postal code of another country', { zip: 'K1A 0B1' }, 'near'],
    ['one whose figures are a ZIP code', { zip: 'K6A 0B1', state: '' }, 'near', { zip: '00601' }],
    ['a ZIP code and the country', { zip: '68508 USA' }, 'exact'],
    ['a ZIP code without its zero, and no state', { zip: '3766', state: '' }, 'exact', { zip: '03766' }],
    ['another county', { county_fips: '31055' }, null],
    ['another city and ZIP code', { city: 'Omaha', zip: '68102' }, null],
    ['no place in the roll', {}, null, { city: null, zip: null }],
    ['a county, and no place in the roll', { county_fips: '31109' }, 'exact', { city: null, zip: null }],
    ['no number', { address: 'N Oak St' }, 'unreadable'],
    ['a box', { address: 'PO Box 1200' }, 'unreadable'],
    ['no place at all', { city: null, zip: null }, 'unreadable'],
    ['blanks', { address: ' ' }, 'unreadable'],
  ];
  for (const [name, given, expected, stored] of cases) t.equal(graded(given, stored ?? {}), expected, name);
});
