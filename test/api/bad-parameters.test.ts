/** Values that the parameters of GET routes do not accept. */
import t from 'tap';
import { EVERYWHERE } from '../helper.ts';
import { each } from '../listed.ts';
import type { RawRequest } from '../raw-http.ts';
import { checkError } from '../refusals.ts';
import { JSON_TYPE, makeAsking, PARCEL_ROUTES } from './asking.ts';

// biome-ignore lint/suspicious/noExplicitAny: a schema is looked into at any depth
type Json = any;

const { inject, send } = await makeAsking(t);
const OTHER_ROUTES = ['/api/v1/coverage', '/api/v1/usage'];
const SEARCH = JSON.stringify({ bounds: EVERYWHERE });

/** The routes of deals, market and owners, each with parameters that it answers. */
const DEALS = ['deals/absentee', 'deals/flips', 'deals/contractors', 'deals/entities?top=true'];
const MARKET = ['market/counties', 'market/trends?state_fips=31', 'market/accuracy'];
const COMPARABLES = 'parcels/31109:10-01/comparables';
const OWNER = 'owners/Ida%20Quill';
const OWNERS = ['owners/search?q=quill', OWNER, `${OWNER}/properties`, `${OWNER}/portfolio`];

const asked = (route: string, query: string) => `/api/v1/${route}${route.includes('?') ? '&' : '?'}${query}`;
const ask = (route: string, query: string) => send({ path: asked(route, query) });

/** Ways of giving a parameter that no route accepts: repeated, as a list or an object, or in another case. */
const misspelled = (name: string) => [
  `${name}=1&${name}=1`,
  `${name}[]=1`,
  `${name}.x=1`,
  `${name.toUpperCase()}=1`,
];

/** Values that no parameter of a kind accepts: an empty one, and the words of a text. */
const none = (text: string) => ['', ...each(text)];
const HUGE = 'x'.repeat(10_000);
const EMOJI = '%F0%9F%8F%A0';
const NO_BOOLEANS = none('TRUE yes 1 0 null true%20 true%00 true,false');
const NO_NUMBERS = none(
  'x 1,000 1_000 NaN Infinity -Infinity 1e999 0x10 0b1 %205 +5 5%20 5%00 %EF%BC%91 $5 5%25',
);
const NO_COUNTIES = none(
  `Lancaster Lancaster%20County NE 31 109 3110 311090 31:109 31000 00000 31998 -3110 31109%20 %2031109 31109%0A
  31109%00 * 31109, %EF%BC%93%EF%BC%91109 ${EMOJI} null 3.1e4 ${HUGE} 99999`,
);
const NO_STATES = none(
  `NE ne Nebraska 3 031 31109 00 03 -1 3%20 %2031 31%0A 31%00 31,19 31, 0x1f 3_ * %EF%BC%93%EF%BC%91 ${EMOJI} null
  ${HUGE} 99`,
);
const NO_STATE_NAMES = none(
  `N NEB Nebraska XX NE,IA NE, NE%20 %20NE N%00 NE%00 NE%0A %C3%91E %EF%BC%AE%EF%BC%A5 ${EMOJI} ** ${HUGE} 99 031 3
  -31 31.0 0x1f constructor AE %C4%B1l %C5%BFc ZZ`,
);
const NO_QUARTERS = none(
  `2025 2025Q5 2025Q0 2025q4 25Q4 202Q4 20255Q1 2025-Q4 2025%20Q4 Q42025 2025Q 2025Q44 2025Q4%20 %202025Q4 2025Q4%0A
  2025Q4%00 2025Q4,2025Q3 2025-10-01 -025Q4 2025Q%EF%BC%94 latest * null ${'2025Q4'.repeat(1_000)}`,
);
const NO_COUNTY_LISTS = each(
  `, 31109, ,31109 31109,,31055 31109,%2031055 31109%20,31055 31109%2031055 31109;31055 31109|31055 31109,NE 31109,31
  31109,3110 31109,99999 31109,00000 31109,* 31109,%00`,
);
const MANY_WORDS = Array.from({ length: 101 }, (_, number) => `w${number}`).join('+');
/** Texts that normalize to no name. */
const NO_NAMES = each(
  `%20 ... - ' * %25 %00 %0A ${EMOJI} %E2%80%AE C/O %CC%81 %22%22 , / %5C %3F %23 %EF%BF%BD`,
);
const asSearch = (search: unknown) => encodeURIComponent(JSON.stringify(search));
const EXPORT = `search/export?search=${asSearch({ bounds: EVERYWHERE })}`;
const NO_SEARCHES = [
  ...none('x %7B null 5 %5B%5D %22search%22'),
  ...[
    {},
    { bounds: EVERYWHERE, near: { lat: 1, lon: 1, meters: 1 } },
    { bounds: { ...EVERYWHERE, north: '50' } },
    { bounds: { ...EVERYWHERE, south: 60 } },
    { bounds: EVERYWHERE, limit: 5 },
    { bounds: EVERYWHERE, sort: 'acreage' },
    { bounds: EVERYWHERE, fields: ['nothing'] },
    { bounds: EVERYWHERE, filters: { valueRange: { min: 2, max: 1 } } },
  ].map(asSearch),
];

/** By the name of a parameter, texts that it does not accept. The last ones may fit its schema: the route refuses them. */
const NO_TEXTS: Record<string, string[]> = {
  county_fips: NO_COUNTIES,
  cursor: none(`%2A%2A abc abc. .abc a.b.c %00 ${'x'.repeat(9_000)}.y abc.def`),
  fields: none(`, id, ,id ID id,,address id,nothing id%20 id${',id'.repeat(900)} internal`),
  q: ['', MANY_WORDS, ...NO_NAMES],
  quarter: NO_QUARTERS,
  same: none('CLASS class, ,class class,,zip class%20 owner_name toString'),
  search: [''],
  since: none('yesterday 2099-01-01 2099-13-01T00:00:00Z 4070908800000 2020-01-01T00:00:00Z'),
  state: NO_STATE_NAMES,
  state_fips: NO_STATES,
  zoning: [''],
};
/** The same for single routes. */
const MORE: [route: string, name: string, values: string[]][] = [
  ['deals/contractors', 'state', ['31']],
  ['market/trends', 'county_fips', NO_COUNTY_LISTS],
  ['deals/absentee', 'county_fips', ['31109,31055']],
];

/** Values that a parameter does not accept, by its schema and its name. */
function badValues(name: string, schema: Json): string[] {
  const { type, minimum, exclusiveMinimum, maximum, maxLength, enum: words } = schema;
  const step = type === 'integer' ? 1 : 0.01;
  if (type === 'boolean') return NO_BOOLEANS;
  if (type === 'integer' || type === 'number')
    return [
      ...(type === 'integer' ? [...NO_NUMBERS, '1.5'] : NO_NUMBERS),
      ...(minimum === undefined ? [] : [String(minimum - step), '-1e20']),
      ...(exclusiveMinimum === undefined ? [] : [String(exclusiveMinimum)]),
      ...(maximum === undefined ? [] : [String(maximum + step), '1e20']),
    ];
  if (words) {
    const other = (word: string) => (word === word.toUpperCase() ? word.toLowerCase() : word.toUpperCase());
    return none(`${words.map(other).join(' ')} ${words.join()},${words[0]} ${words[0]}%20 toString _score`);
  }
  const long = maxLength
    ? [maxLength + 1].flatMap((count) => ['x', EMOJI].map((one) => one.repeat(count)))
    : [];
  return [...long, ...NO_TEXTS[name]!];
}

/** Requests that are answered, of routes in each of their views. One parameter at a time is spoiled. */
const ANSWERED = [
  ...[...DEALS, 'deals/flips?view=flippers', 'deals/flips?view=flippers&min_profit=1'],
  ...['deals/entities?state_fips=31', ...MARKET, 'market/trends?county_fips=31109', ...OWNERS, EXPORT],
  ...['coverage', 'coverage/sources', 'parcels/removed', 'parcels/31109:10-01', COMPARABLES],
];

t.test('a value that a parameter does not accept is refused', async (t) => {
  const document = JSON.parse((await inject({ path: '/openapi.json' })).text);
  const tried = new Set<string>();
  for (const request of ANSWERED) {
    const [route, asked] = request.split('?') as [string, string?];
    t.equal((await send({ path: `/api/v1/${request}` })).status, 200, request);
    const path = route.replace(OWNER, 'owners/{name}').replace('31109:10-01', '{id}');
    for (const { name, in: place, schema } of document.paths[`/api/v1/${path}`].get.parameters) {
      if (place !== 'query' || schema.contentMediaType) continue;
      const own = MORE.filter((more) => more[0] === route && more[1] === name).flatMap(
        ([, , values]) => values,
      );
      const { description, examples, default: _, ...rules } = schema;
      const bad = [...badValues(name, rules), ...own].map((value) => `${name}=${value}`);
      // When a parameter with the same schema has refused all of the values, the first and the last are enough.
      const isKnown = bad.every((query) => tried.has(`${JSON.stringify(rules)} ${query}`));
      for (const query of bad) tried.add(`${JSON.stringify(rules)} ${query}`);
      const others = (asked ?? '').split('&').filter((one) => one && !one.startsWith(`${name}=`));
      for (const query of isKnown ? [bad[0]!, bad.at(-1)!] : [...bad, ...misspelled(name)]) {
        const url = `/api/v1/${route}?${[...others, query].join('&')}`;
        checkError(
          t,
          await send({ path: url }),
          400,
          'invalid_parameter',
          new RegExp(`\\b${name}`, 'i'),
          url,
        );
      }
    }
  }
});

t.test('an unknown parameter is refused', async (t) => {
  const ofOthers: [string, string[]][] = [
    [DEALS[0]!, ['search=x', 'top=true', 'state=NE', 'quarter=2025Q4', 'entity_type=LLC']],
    [DEALS[1]!, ['search=x', 'min_value=5', 'state=NE', 'out_of_state=true']],
    [DEALS[2]!, ['county_fips=31109', 'state_fips=31', 'top=true', 'view=flippers']],
    [DEALS[3]!, ['state=NE', 'sort=sale_count', 'q=x', 'entity_class=LLC']],
    [MARKET[0]!, ['county_fips=31109', 'state=NE', 'year=2025']],
    [MARKET[1]!, ['quarter=2025Q4', 'limit=5', 'offset=0', 'sort=sale_count']],
    [MARKET[2]!, ['quarter=2025Q4', 'limit=5', 'sort=cod', 'class=residential']],
    [COMPARABLES, ['offset=0', 'sort=meters', 'cursor=*']],
    [OWNERS[0]!, ['offset=0', 'search=x', 'name=x', 'state_fips=31']],
    [OWNERS[1]!, ['limit=5', 'q=x']],
    [OWNERS[2]!, ['q=x', 'sort=acreage', 'state_fips=31']],
    [OWNERS[3]!, ['limit=5', 'offset=0']],
  ];
  for (const [route, others] of ofOthers) {
    t.equal((await send({ path: `/api/v1/${route}` })).status, 200, route);
    for (const query of others) {
      const names = new RegExp(`${query.split('=')[0]} is not a known field`);
      checkError(t, await ask(route, query), 400, 'invalid_parameter', names, asked(route, query));
    }
  }
  const routes: RawRequest[] = [
    ...[...PARCEL_ROUTES, ...OTHER_ROUTES].map((path) => ({ path })),
    { method: 'POST', path: '/api/v1/search', headers: JSON_TYPE, body: SEARCH },
  ];
  const odd = each(`debug=1 limit=5 __proto__=1 constructor=1 a=1&a=2 %00=1 ${EMOJI} ${'q'.repeat(8_000)}=1`);
  for (const [at, route] of routes.entries()) {
    for (const query of at === 0 ? odd : odd.slice(0, 1)) {
      const path = `${route.path}?${query}`;
      checkError(t, await send({ ...route, path }), 400, 'invalid_parameter', /is not/, path);
    }
    t.equal((await send({ ...route, path: `${route.path}?` })).status, 200, 'an empty query is none');
  }
});

t.test('more parameters than any route has are refused together', async (t) => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => `p${at}=1`).join('&');
  for (const route of ['coverage', 'market/counties', 'parcels/suggest']) {
    const message = /^The query must have at most 100 parameters$/;
    for (const count of [101, 15_000])
      checkError(t, await ask(route, many(count)), 400, 'invalid_parameter', message, `${route}, ${count}`);
    const named = /is not a known field$/;
    checkError(t, await ask(route, `q=a&${many(99)}`), 400, 'invalid_parameter', named, `${route}, 100`);
  }
});

t.test('a request without what it needs is refused', async (t) => {
  for (const query of ['', 'limit=5', 'top=false', 'top=false&entity_type=LLC&zoning=r&min_value=1']) {
    const names = /\bcounty_fips\b.*\bstate_fips\b.*\bsearch\b.*\btop\b/;
    checkError(t, await ask('deals/entities', query), 400, 'invalid_parameter', names, `entities?${query}`);
  }
  for (const query of ['county_fips=31109', 'state_fips=31', 'search=quill']) {
    t.equal((await ask('deals/entities', query)).status, 200, `${query} is enough`);
    t.equal((await ask('deals/entities', `top=false&${query}`)).status, 200);
  }
  const trends = await send({ path: '/api/v1/market/trends' });
  checkError(t, trends, 400, 'invalid_parameter', /county_fips or state_fips is required/, 'trends');
  for (const query of ['', 'limit=5'])
    checkError(t, await ask('owners/search', query), 400, 'invalid_parameter', /q is required/, query);
  const bare = await send({ path: '/api/v1/search/export' });
  checkError(t, bare, 400, 'invalid_parameter', /search is required/, 'an export without a search');
  for (const search of NO_SEARCHES) {
    const answer = await send({ path: `/api/v1/search/export?search=${search}` });
    const what = `an export of ${decodeURIComponent(search) || 'nothing'}`;
    checkError(t, answer, 400, 'invalid_parameter', /search|bounds|filters/, what);
  }
});

t.test('a suggestion for a text that cannot be searched for is refused', async (t) => {
  const rows: [string, RegExp][] = [
    ['', /q is required/],
    ['q=', /q must not be empty/],
    ['q=%23%2C.', /q must hold a letter or a digit/],
    [`q=${EMOJI}`, /q must hold a letter or a digit/],
    [`q=${'x'.repeat(201)}`, /q must have at most 200 characters/],
    [`q=${'x+'.repeat(21)}`, /q must have at most 20 words/],
    ['q=oak&q=elm', /q must be given once$/],
    ['q=oak&limit=0', /limit must be at least 1/],
    ['q=oak&limit=21', /limit must be at most 20/],
    ['q=oak&limit=1.5', /limit must be a whole number/],
    ['q=oak&offset=0', /offset is not a known field/],
    ['q=oak&county_fips=3110', /county_fips must be a 5-digit county FIPS code$/],
    ['q=oak&county_fips=99999', /county_fips must be the FIPS code of a county/],
    ['q=oak&state_fips=NE', /state_fips must be a 2-digit state FIPS code: write 31$/],
    ['q=oak&state_fips=99', /state_fips must be the FIPS code of a state/],
    ...['q=PE%D1A', 'q=100%', 'q=oak%&limit=5', 'limit=5&q=%ED%A0%80'].map((query): [string, RegExp] => [
      query,
      /^q must be UTF-8, percent-encoded/,
    ]),
  ];
  for (const [query, names] of rows) {
    const answer = await send({ path: `/v1/parcels/suggest?${query}` });
    checkError(t, answer, 400, 'invalid_parameter', names, query);
  }
  for (const query of each('q=oak q=%00oak q=%E2%80%AEoak q=x&limit=20&state_fips=31&county_fips=31109'))
    t.equal((await send({ path: `/v1/parcels/suggest?${query}` })).status, 200, query);
});

t.test('a valid request that nothing matches has an empty answer', async (t) => {
  const both = 'county_fips=31109&state_fips=19';
  const far = Number.MAX_SAFE_INTEGER;
  const pages = each(
    `deals/absentee?county_fips=06037 deals/absentee?${both} deals/absentee?min_value=1e308 deals/absentee?offset=${far}
    deals/flips?state_fips=02 deals/flips?min_profit=-1e308 deals/flips?view=flippers&min_profit=1e308
    deals/flips?view=flippers&${both} deals/contractors?state=wy
    deals/contractors?min_value=1e300&min_permits=2147483647 deals/contractors?search=${'x'.repeat(1_000)}
    deals/contractors?search=%25 deals/contractors?search=* deals/entities?county_fips=06037 deals/entities?${both}
    deals/entities?search=%00 deals/entities?search=*%3F deals/entities?search=${EMOJI.repeat(1_000)}
    deals/entities?top=true&zoning=*%3F%5C deals/entities?top=true&zoning=${'ab'.repeat(100)}&search=${'abc'.repeat(333)}
    deals/entities?county_fips=31109&zoning=${EMOJI.repeat(199)}b deals/entities?top=true&${both}
    deals/entities?top=true&min_value=1e300 market/counties?quarter=0000Q1 market/counties?quarter=9999Q4
    market/counties market/counties?state_fips=31 market/counties?offset=${far} market/counties?min_sales=2147483647
    market/counties?sort=county_name&order=asc`,
  );
  const lists = each(
    `${COMPARABLES}?limit=50&months=120&meters=100000&same=class,zip,city market/accuracy?county_fips=06037
    market/accuracy?county_fips=31109&state_fips=19 market/trends?county_fips=06037 market/trends?state_fips=72 owners/search?q=nobody
    market/trends?county_fips=${'31109,'.repeat(1_600)}31055 owners/search?q=quill&min_properties=2147483647
    owners/search?q=${'x'.repeat(1_000)} owners/search?q=${encodeURIComponent('Ж'.repeat(1_000))}
    owners/search?q=_all:x owners/search?q=${MANY_WORDS.slice(0, MANY_WORDS.lastIndexOf('+'))}`,
  );
  for (const path of [...pages, ...lists]) {
    const answer = await send({ path: `/api/v1/${path}` });
    t.equal(answer.status, 200, `${path.slice(0, 90)}: ${answer.text.slice(0, 200)}`);
    t.same(JSON.parse(answer.text).data, [], path.slice(0, 90));
  }
});
