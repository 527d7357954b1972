import Type from 'typebox';
import { text } from '../../../records/schemas/common.ts';

const share = (what: string) =>
  Type.Number({ description: `Percent of the parcels with ${what}, one decimal`, examples: [92.5] });

export const CoverageRow = Type.Object(
  {
    state_fips: Type.String({ description: '2-digit state FIPS code', examples: ['31'] }),
    state_name: Type.String({ examples: ['Nebraska'] }),
    county_fips: text('5-digit county FIPS code; null in the list of states', '31109'),
    county_name: text('County, Census form; null in the list of states', 'Lancaster County'),
    parcel_count: Type.Integer({ examples: [105243] }),
    geocoded_pct: share('a location'),
    owner_pct: share('an owner name'),
    value_pct: share('an assessed value above 0'),
  },
  { title: 'CoverageRow' },
);

export const Coverage = Type.Object(
  {
    total_parcels: Type.Integer({
      description: 'Parcels loaded; with state, those of that state',
      examples: [105243],
    }),
    states_covered: Type.Integer({ description: 'States with at least one parcel' }),
    data: Type.Array(CoverageRow, { description: 'By state FIPS; with state, by county FIPS' }),
  },
  { title: 'Coverage' },
);
