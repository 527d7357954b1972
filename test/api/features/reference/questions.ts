/** Many requests about some records, each with the answer that the plain computations give. */
import { classifyOwner } from '../../../../src/domain/entity-class.ts';
import { countyName, stateByFips } from '../../../../src/domain/geography.ts';
import { choices } from '../../../seed.ts';
import { allContractors, type ContractorsQuery, contractors } from './contractors.ts';
import { coverage } from './coverage.ts';
import { allFlips, type FlipsQuery, flips } from './flips.ts';
import { type CountiesQuery, counties, marketRows, trends } from './market.ts';
import { plainName } from './names.ts';
import {
  allOwners,
  type OwnersQuery,
  parcelOwner,
  portfolio,
  profile,
  properties,
  searchOwners,
} from './owners.ts';
import { type AbsenteeQuery, absentee, type EntitiesQuery, entities } from './parcels.ts';
import { type AreaQuery, different, type PageQuery } from './plain.ts';
import type { Parcel, Records } from './records.ts';

/** A path with its query, and the complete answer, which is computed when it is needed. */
export interface Question {
  path: string;
  expected: () => unknown;
}

type Options<Q> = { [K in keyof Q]-?: Exclude<Q[K], undefined>[] };

const stateName = (fips: string) => stateByFips(fips)!.name;
const stateAbbr = (county: string) => stateByFips(county.slice(0, 2))!.abbr;
const placesOf = (county: string) => ({ county_name: countyName(county)!, state_abbr: stateAbbr(county) });
/** The type of owner of a name; that rule has tests of its own. */
const entityType = (name: string) => classifyOwner(name).entity_type;

/** A real county and state without any record. */
const EMPTY_COUNTY = '56045';
const EMPTY_STATE = '56';

function url(path: string, query: object): string {
  const text = new URLSearchParams(
    Object.entries(query).map(([key, value]) => [key, String(value)] as [string, string]),
  ).toString();
  return `/api/v1${path}${text === '' ? '' : `?${text}`}`;
}

/** Makes questions about `records`; the same seed makes the same ones. */
export function questionMaker(records: Records, seed: number) {
  const { pick, random } = choices(seed);
  const some = <T>(list: readonly T[], count: number): T[] =>
    list.length === 0 ? [] : Array.from({ length: count }, () => pick(list));

  const inUse = different([...records.parcels, ...records.deeds].map((record) => record.county_fips)).filter(
    (county) => countyName(county) !== undefined,
  );
  const countyCodes = [...inUse, EMPTY_COUNTY];
  const stateCodes = [...different(inUse.map((county) => county.slice(0, 2))), EMPTY_STATE];
  const area: Options<AreaQuery> = { county_fips: countyCodes, state_fips: stateCodes };
  const paging: Options<PageQuery> = {
    limit: [1, 2, 13, 100, 500],
    offset: [0, 1, 5, 40, 300, 2_500, 9_990, 10_001, 1e9],
  };
  /** A substring of one of the texts, of one to nine characters, sometimes in another case. */
  function piece(texts: readonly string[]): string {
    const text = pick(texts);
    const start = Math.floor(random() * text.length);
    const found = text.slice(start, start + 1 + Math.floor(random() * 9));
    return random() < 0.3 ? found.toLowerCase() : random() < 0.3 ? found.toUpperCase() : found;
  }

  /** No parameter, each value of each parameter alone, and `count` combinations of parameters. */
  function combinations<Q extends object>(options: Options<Q>, count: number): Q[] {
    const entries = Object.entries(options) as [string, unknown[]][];
    const alone = entries.flatMap(([key, values]) => values.map((value) => ({ [key]: value }) as Q));
    const mixed = Array.from({ length: count }, () => {
      const chosen = entries.filter(([, values]) => values.length > 0 && random() < 0.55);
      return Object.fromEntries(chosen.map(([key, values]) => [key, pick(values)])) as Q;
    });
    return [{} as Q, ...alone, ...mixed];
  }

  function ask<Q extends object>(path: string, queries: Q[], answer: (query: Q) => unknown): Question[] {
    return queries.map((query) => ({ path: url(path, query), expected: () => answer(query) }));
  }

  const values = records.parcels
    .map((parcel) => parcel.total_assessed_value)
    .filter((value) => value !== null);
  const someValues = [0, 1, ...some(values, 3), 1e10];

  function absenteeQuestions(count: number): Question[] {
    const options: Options<AbsenteeQuery> = {
      ...area,
      min_value: [...someValues, 99_999.995],
      out_of_state: [true, false],
      ...paging,
    };
    return ask('/deals/absentee', combinations(options, count), (query) => absentee(records, query));
  }

  function flipQuestions(count: number): Question[] {
    const all = allFlips(records);
    const options: Options<FlipsQuery> = {
      ...area,
      flip_tier: ['quick', 'standard', 'long'],
      min_profit: [
        -1e10,
        -20_000,
        -0.01,
        0,
        0.01,
        ...some(
          all.map(({ row }) => row.profit),
          3,
        ),
        1e10,
      ],
      view: ['flippers'],
      ...paging,
    };
    return ask('/deals/flips', combinations(options, count), (query) => flips(all, query, entityType));
  }

  function contractorQuestions(count: number): Question[] {
    const all = allContractors(records);
    const names = different([...all.values()].flat().map((permit) => permit.contractor_name!));
    const abbrs = stateCodes.map((fips) => stateByFips(fips)!.abbr);
    const options: Options<ContractorsQuery> = {
      search: [...Array.from({ length: 12 }, () => piece(names)), pick(names), 'no such builder', '%', '*'],
      min_permits: [1, 2, 3, 10, 2_147_483_647],
      state: [...abbrs, abbrs[0]!.toLowerCase()],
      min_value: [0, 1, 25_000, 1_000_000, 1e12],
      ...paging,
    };
    return ask('/deals/contractors', combinations(options, count), (query) =>
      contractors(all, query, stateAbbr),
    );
  }

  function entityQuestions(count: number): Question[] {
    const names = different(records.parcels.filter((one) => one.entity_class).map((one) => one.owner_name!));
    const zones = different(
      records.parcels.flatMap((one) => [one.zoning, one.zoning_category]).filter((text) => text !== null),
    );
    const options: Options<EntitiesQuery> = {
      ...area,
      entity_type: ['LLC', 'CORP', 'TRUST', 'LP', 'LTD', 'ASSOCIATION', 'OTHER_ENTITY'],
      search: [...Array.from({ length: 12 }, () => piece(names)), pick(names), 'no such owner', '?', '*'],
      min_value: someValues.map(Math.floor),
      zoning: [
        ...(zones.length > 0 ? Array.from({ length: 5 }, () => piece(zones)) : []),
        'res',
        'COMM',
        'zz*',
      ],
      top: [true, false],
      ...paging,
    };
    const narrowed = combinations(options, count).map((query) =>
      (query.county_fips ?? query.state_fips ?? query.search ?? query.top) ? query : { ...query, top: true },
    );
    return ask('/deals/entities', narrowed, (query) => entities(records, query));
  }

  function marketQuestions(count: number): Question[] {
    const rows = marketRows(records, placesOf);
    const quarters = different(rows.map((row) => row.quarter));
    const options: Options<CountiesQuery> = {
      state_fips: stateCodes,
      min_sales: [0, 1, 2, 5, 30, 1_000],
      quarter: ['1901Q1', ...quarters.slice(-3), ...some(quarters, 4)],
      sort: ['sale_count', 'median_price', 'yoy_change', 'county_name'],
      order: ['asc', 'desc'],
      ...paging,
    };
    const lists = [...countyCodes, countyCodes.toReversed().join(','), `${countyCodes[0]},${countyCodes[0]}`];
    const series: AreaQuery[] = [
      ...lists.map((county_fips) => ({ county_fips })),
      ...stateCodes.map((state_fips) => ({ state_fips })),
      ...countyCodes.map((county_fips) => ({ county_fips, state_fips: EMPTY_STATE })),
    ];
    // Counties without figures a year earlier come last in both orders.
    const mixed = quarters.filter((quarter) => {
      const changes = rows.filter((row) => row.quarter === quarter).map((row) => row.yoy_change === null);
      return changes.includes(true) && changes.includes(false);
    });
    const orders = some(mixed, 3).flatMap((quarter) =>
      options.sort.flatMap((sort) => options.order.map((order): CountiesQuery => ({ quarter, sort, order }))),
    );
    return [
      ...ask('/market/counties', [...combinations(options, count), ...orders], (query) =>
        counties(rows, query),
      ),
      // Every quarter, one by one.
      ...ask(
        '/market/counties',
        quarters.map((quarter) => ({ quarter })),
        (query) => counties(rows, query),
      ),
      ...ask('/market/trends', series, (query) => trends(rows, query)),
    ];
  }

  function coverageQuestions(): Question[] {
    const answers = (state: string, fips: string) => ({
      path: url('/coverage', { state }),
      expected: () => coverage(records, stateName, fips),
    });
    return [
      { path: url('/coverage', {}), expected: () => coverage(records, stateName) },
      ...stateCodes.map((fips) => answers(fips, fips)),
      ...stateCodes.map((fips) => answers(stateByFips(fips)!.abbr.toLowerCase(), fips)),
    ];
  }

  /** Special owners: those with the most parcels, the most states or the most spellings; and random ones. */
  function noteworthy(owners: Map<string, Parcel[]>, count: number): [string, Parcel[]][] {
    const all = [...owners];
    const most = (figure: (parcels: Parcel[]) => number, least: number) =>
      all
        .map((owner) => ({ owner, size: figure(owner[1]) }))
        .filter(({ size }) => size >= least)
        .sort((a, b) => b.size - a.size)
        .slice(0, count)
        .map(({ owner }) => owner);
    const kinds = (key: keyof Parcel) => (parcels: Parcel[]) =>
      new Set(parcels.map((parcel) => parcel[key])).size;
    const found = [
      ...most((parcels) => parcels.length, 2),
      ...most(kinds('county_fips'), 2),
      ...most(kinds('owner_name'), 2),
      ...most(kinds('entity_class'), 2),
      ...some(all, count * 2),
    ];
    return [...new Map(found)];
  }

  const shuffled = <T>(list: readonly T[]): T[] =>
    list
      .map((value) => ({ value, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ value }) => value);

  function ownerQuestions(count: number): Question[] {
    const owners = allOwners(records);
    const chosen = noteworthy(owners, count);
    const pages = combinations(paging, 6);
    const read = chosen.flatMap(([id, parcels]): Question[] => {
      const spellings = different(parcels.map((parcel) => parcel.owner_name!)).slice(0, 3);
      const name = encodeURIComponent(spellings[0]!);
      return [
        ...[...spellings, spellings[0]!.toLowerCase(), `  ${plainName(spellings[0]!)}, `].map((spelling) => ({
          path: `/api/v1/owners/${encodeURIComponent(spelling)}`,
          expected: () => profile(id, parcels),
        })),
        ...ask(`/owners/${name}/properties`, some(pages, 2), (query) => properties(parcels, query)),
        { path: `/api/v1/owners/${name}/portfolio`, expected: () => portfolio(parcels) },
      ];
    });
    const queries = chosen.flatMap(([, parcels]): OwnersQuery[] => {
      const name = pick(parcels).owner_name!;
      const words = plainName(name).split(' ');
      const beginnings = words.map((word) => word.slice(0, 1 + Math.floor(random() * 5)));
      return [
        name,
        shuffled(words).join(' '),
        pick(words),
        shuffled(beginnings).join(', '),
        beginnings[0]!,
      ].map((q) => ({
        q: random() < 0.5 ? q : q.toLowerCase(),
        ...(random() < 0.3 ? { min_properties: pick([1, 2, 3, 10]) } : {}),
        ...(random() < 0.5 ? { limit: pick([1, 2, 7, 100]) } : {}),
      }));
    });
    return [
      ...read,
      ...ask('/owners/search', [...queries, { q: 'nobody of that name' }], (query) =>
        searchOwners(owners, query),
      ),
    ];
  }

  function parcelOwnerQuestions(count: number): Question[] {
    const owners = allOwners(records);
    const unowned = records.parcels.filter((parcel) => parcel.owner_id === null);
    const largest = noteworthy(owners, 3).map(([, parcels]) => parcels[0]!);
    return [...some(records.parcels, count), ...some(unowned, 3), ...largest].map((parcel) => ({
      path: `/api/v1/parcels/${encodeURIComponent(parcel.id)}/owner`,
      expected: () => parcelOwner(parcel, owners),
    }));
  }

  return {
    absenteeQuestions,
    flipQuestions,
    contractorQuestions,
    entityQuestions,
    marketQuestions,
    coverageQuestions,
    ownerQuestions,
    parcelOwnerQuestions,
  };
}
