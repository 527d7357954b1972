import fc from 'fast-check';
import t from 'tap';
import {
  countiesOfState,
  countyName,
  findCountyByName,
  findState,
  isCounty,
  isPlaceholderCounty,
  isStateAbbr,
  STATES,
  stateByAbbr,
  stateByFips,
  stateByName,
} from '../../src/domain/geography.ts';
import { holds } from '../holds.ts';
import { each } from '../listed.ts';

const everyCounty = STATES.flatMap((state) => countiesOfState(state.fips));

t.test('states are found by code, abbreviation and name', async (t) => {
  t.equal(STATES.length, 56, '50 states, DC and 5 territories');
  t.same(stateByFips('31'), { fips: '31', abbr: 'NE', name: 'Nebraska' });
  t.same(stateByAbbr('vi'), { fips: '78', abbr: 'VI', name: 'U.S. Virgin Islands' });
  t.equal(stateByName('District Of Columbia')?.fips, '11');
  t.equal(stateByName('virgin islands')?.fips, '78');
  t.equal(stateByName('new york')?.abbr, 'NY');
  for (const state of STATES) {
    for (const code of [state.fips, state.abbr, state.abbr.toLowerCase()]) {
      t.equal(findState(code), state, `findState(${code})`);
    }
    t.ok(isStateAbbr(state.abbr), state.abbr);
    t.ok(countiesOfState(state.fips).length > 0, `${state.name} has counties`);
  }
  for (const code of ['', ' NE', ...each('3 00 03 99 XX AE Nebraska 31109 __proto__ constructor')]) {
    t.equal(findState(code), undefined, `findState(${code})`);
  }
  for (const code of ['AA', 'AE', 'ap', 'FM', 'MH', 'PW']) t.ok(isStateAbbr(code), `mail goes to ${code}`);
  for (const code of ['', 'XX', 'ON', 'N', '31', 'NEB']) t.notOk(isStateAbbr(code), `isStateAbbr(${code})`);
});

t.test('counties are found by code', async (t) => {
  t.equal(new Set(everyCounty.map((county) => county.fips)).size, everyCounty.length, 'codes are unique');
  // 3,143 in 2020, 78 municipios, 13 in the other territories, 9 planning regions, and Bedford city.
  t.equal(everyCounty.length, 3143 + 78 + 13 + 9 + 1);
  for (const { fips, name } of everyCounty) {
    if (!/^\d{5}$/.test(fips) || !/^[\p{L}.' -]+$/u.test(name)) t.fail(`malformed entry: ${fips} ${name}`);
    if (countyName(fips) !== name || !isCounty(fips)) t.fail(`${fips} ${name} is not found by its code`);
  }
  const names: [string, string][] = [
    ['31109', 'Lancaster County'],
    ['22071', 'Orleans Parish'],
    ['22059', 'LaSalle Parish'],
    ['02020', 'Anchorage Municipality'],
    ['02063', 'Chugach Census Area'],
    ['02110', 'Juneau City and Borough'],
    ['02158', 'Kusilvak Census Area'],
    ['02195', 'Petersburg Borough'],
    ['09110', 'Capitol Planning Region'],
    ['09130', 'Lower Connecticut River Valley Planning Region'],
    ['09001', 'Fairfield County'],
    ['11001', 'District of Columbia'],
    ['24510', 'Baltimore city'],
    ['32510', 'Carson City'],
    ['35013', 'Doña Ana County'],
    ['36061', 'New York County'],
    ['46102', 'Oglala Lakota County'],
    ['51600', 'Fairfax city'],
    ['60020', "Manu'a District"],
    ['66010', 'Guam'],
    ['69110', 'Saipan Municipality'],
    ['72021', 'Bayamón Municipio'],
    ['78010', 'St. Croix Island'],
  ];
  for (const [fips, name] of names) t.equal(countyName(fips), name, fips);
  for (const fips of ['', ...each('31 31000 31999 00001 02261 46113 3110 311090 99001 NE109')]) {
    t.notOk(isCounty(fips), `isCounty(${fips})`);
    t.equal(countyName(fips), undefined, `countyName(${fips})`);
  }
  t.same(countiesOfState('00'), []);
});

t.test('the code of a state and 000 is a placeholder county', async (t) => {
  for (const fips of ['31000', '01999', '72000']) t.ok(isPlaceholderCounty(fips), fips);
  for (const fips of ['00000', '99999', '03000', '31109', '000', '31', ''])
    t.notOk(isPlaceholderCounty(fips), fips);
});

t.test('counties are found by name', async (t) => {
  for (const { fips, name } of everyCounty) {
    for (const spelling of [
      name,
      name.toUpperCase(),
      ` ${name.toLowerCase()} `,
      name.replace('St. ', 'Saint '),
    ]) {
      if (findCountyByName(fips.slice(0, 2), spelling) !== fips) t.fail(`${spelling} does not find ${fips}`);
    }
  }
  const cases: [string, string, string | undefined][] = [
    ['31', 'Lancaster', '31109'],
    ['22', 'orleans', '22071'],
    ['02', 'Anchorage ', '02020'],
    ['02', 'Municipality of Anchorage', '02020'],
    ['02', 'Juneau', '02110'],
    ['02', 'Juneau Borough', '02110'],
    ['02', 'Nome', '02180'],
    ['02', 'Matanuska Susitna', '02170'],
    ['02', 'Kodiak Island', '02150'],
    ['09', 'Capitol', '09110'],
    ['11', 'District Of Columbia', '11001'],
    ['12', 'St Lucie', '12111'],
    ['12', 'Saint Johns', '12109'],
    ['12', 'Miami Dade', '12086'],
    ['17', 'La Salle', '17099'],
    ['17', 'Dekalb', '17037'],
    ['18', 'La Porte County', '18091'],
    ['22', 'La Salle Parish', '22059'],
    ['24', 'Baltimore', '24005'],
    ['24', 'Baltimore County', '24005'],
    ['24', 'Baltimore (City)', '24510'],
    ['24', 'City of Baltimore', '24510'],
    ['24', 'Prince Georges', '24033'],
    ['29', 'Saint Louis', '29189'],
    ['29', 'St. Louis City', '29510'],
    ['29', 'County of St. Louis', '29189'],
    ['29', 'Sainte Genevieve', '29186'],
    ['32', 'Carson City', '32510'],
    ['35', 'Dona Ana', '35013'],
    ['36', 'Brooklyn', '36047'],
    ['36', 'Manhattan Borough', '36061'],
    ['36', 'Staten Island', '36085'],
    ['51', 'Richmond', '51159'],
    ['51', 'Richmond City', '51760'],
    ['51', 'Virginia Beach', '51810'],
    ['51', 'Norfolk County', undefined],
    ['51', 'Charles', '51036'],
    ['51', 'Charles City', '51036'],
    ['51', 'James City', '51095'],
    ['66', 'Guam', '66010'],
    ['72', 'Catano', '72033'],
    ['72', 'San Juan Municipio', '72127'],
    ['78', 'St John', '78020'],
    ['09', 'Fairfield City', undefined],
    ['31', 'Orleans', undefined],
    ['31', 'County', undefined],
    ['31', '', undefined],
    ['00', 'Lancaster', undefined],
  ];
  for (const [state, name, fips] of cases)
    t.equal(findCountyByName(state, name), fips, `${name} in ${state}`);
});

t.test('any text gets an answer, never an error', async () => {
  await holds(100, [fc.string({ maxLength: 30 }), fc.string({ maxLength: 3 })], (name, state) => {
    findState(name);
    isStateAbbr(name);
    isCounty(name);
    findCountyByName(state, name);
  });
});
