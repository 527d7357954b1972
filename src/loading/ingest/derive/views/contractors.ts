import {
  add,
  averageOf,
  byFrequency,
  mostFrequent,
  newSum,
  sumOf,
  type Tally,
  tally,
} from '../../../../domain/figures.ts';
import { EVERYWHERE, stateByFips } from '../../../../domain/geography.ts';
import { sequenceOfHex } from '../../../../stores/elastic/sequence.ts';
import { known } from '../../kinds/kind.ts';
import { touched } from '../changes.ts';
import type { Fold } from '../figures.ts';
import { changesOf, KEYS_AT_ONCE, type View, type ViewDocument } from './view.ts';

interface ContractorPermit {
  contractor_id: string | null;
  contractor_name: string;
  contractor_license: string | null;
  permit_id: string;
  permit_type: string | null;
  jurisdiction_id: string;
  county_fips: string;
  estimated_cost: number | null;
  filed_date: string | null;
  issued_date: string | null;
  internal: { permit: number; seq: number };
}

const SOURCE = (
  'contractor_id contractor_name contractor_license permit_id permit_type jurisdiction_id ' +
  'county_fips estimated_cost filed_date issued_date internal.permit internal.seq'
).split(' ');

const newWork = () => ({
  permit_count: 0,
  value: newSum(),
  jurisdictions: new Set<string>(),
  states: new Set<string>(),
  types: new Map() as Tally,
  first: null as string | null,
  last: null as string | null,
});
type Work = ReturnType<typeof newWork>;

const newContractor = () => ({
  names: new Map() as Tally,
  licenses: new Map() as Tally,
  areas: new Map<string, Work>(),
  /** The permit added last: records of its other parcels follow and add nothing. */
  permit: null as string | null,
});
type Contractor = ReturnType<typeof newContractor>;

function addWork(work: Work, permit: ContractorPermit, state: string): void {
  work.permit_count++;
  if ((permit.estimated_cost ?? 0) > 0) add(work.value, permit.estimated_cost);
  work.jurisdictions.add(permit.jurisdiction_id);
  work.states.add(state);
  tally(work.types, permit.permit_type);
  const date = permit.filed_date ?? permit.issued_date;
  if (date !== null && (work.first === null || date < work.first)) work.first = date;
  if (date !== null && (work.last === null || date > work.last)) work.last = date;
}

const fold: Fold<ContractorPermit, Contractor> = {
  kind: 'permits',
  field: 'contractor_id',
  keysOf: ({ contractor_id }) => known(contractor_id),
  sort: [{ contractor_id: 'asc' }, { 'internal.permit': 'asc' }, { 'internal.seq': 'asc' }],
  order: ({ internal: a }, { internal: b }) => a.permit - b.permit || a.seq - b.seq,
  source: SOURCE,
  start: newContractor,
  add(contractor, permit) {
    const id = `${permit.jurisdiction_id}\n${permit.permit_id}`;
    if (contractor.permit === id) return;
    contractor.permit = id;
    tally(contractor.names, permit.contractor_name);
    tally(contractor.licenses, permit.contractor_license);
    const state = stateByFips(permit.county_fips.slice(0, 2))!.abbr;
    for (const area of [EVERYWHERE, state]) {
      const work = contractor.areas.get(area) ?? newWork();
      contractor.areas.set(area, work);
      addWork(work, permit, state);
    }
  },
};

function profiles(contractor_id: string, { names, licenses, areas }: Contractor): ViewDocument[] {
  const spellings = byFrequency(names).map((name) => name.toLowerCase());
  return [...areas].map(([area, work]) => {
    const id = `${contractor_id}:${area}`;
    return {
      kind: 'contractors',
      id,
      document: {
        contractor_id,
        contractor_name: mostFrequent(names)!,
        contractor_license: mostFrequent(licenses),
        permit_count: work.permit_count,
        valued_permit_count: work.value.count,
        total_permit_value: sumOf(work.value),
        avg_permit_value: averageOf(work.value),
        jurisdictions: [...work.jurisdictions].sort(),
        states: [...work.states].sort(),
        permit_types: Object.fromEntries(
          byFrequency(work.types).map((type) => [type, work.types.get(type)!]),
        ),
        first_permit_date: work.first,
        last_permit_date: work.last,
        internal: { key: contractor_id, seq: sequenceOfHex(contractor_id), area, names: spellings },
      },
    };
  });
}

const MADE_OF = { permits: SOURCE };

/** Contractors by their permits: one profile over all, and one for each state they work in. */
export const contractorsView: View<ContractorPermit, Contractor> = {
  madeOf: { contractors: MADE_OF },
  keys: (context) => touched(context, changesOf(MADE_OF), 'internal.touched_contractors', KEYS_AT_ONCE),
  fold,
  documents: (_context, keys, contractors) => keys.flatMap((id) => profiles(id, contractors.get(id)!)),
};
