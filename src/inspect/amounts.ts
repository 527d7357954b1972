import { readNumber } from '../domain/written-number.ts';
import {
  type Candidate,
  type Certainty,
  certaintyOf,
  type Desk,
  reasonOf,
  sameValues,
} from './candidates.ts';
import { partsThousands, percent } from './fits.ts';
import type { TableProfile } from './profile.ts';
import type { FieldProposal } from './proposal.ts';

const PARTS = ['land_value', 'improvement_value'] as const;
type Value = (typeof PARTS)[number] | 'total_assessed_value' | 'market_value';

const FEWEST_ROWS = 5;
const ADDS_UP = 0.8;

/** The share of rows in which two columns add up to a third, within a dollar; null with too few rows that tell. */
function sums(a: number, b: number, total: number, { sample }: TableProfile): number | null {
  const rows = sample.flatMap(({ values }) => {
    const [one, two, both] = [values[a], values[b], values[total]].map((value) =>
      value == null ? null : readNumber(value),
    );
    return one != null && two != null && both != null && both > 0 ? [{ one, two, both }] : [];
  });
  if (rows.length < FEWEST_ROWS) return null;
  return rows.filter(({ one, two, both }) => Math.abs(one + two - both) <= 1).length / rows.length;
}

interface Chosen {
  candidate: Candidate;
  certainty: Certainty;
  reason: string;
  others: readonly Candidate[];
}

function chosen(meaning: Value | 'sale_price', desk: Desk): Chosen | null {
  const [candidate, ...others] = desk.candidates(meaning);
  if (candidate === undefined) return null;
  return { candidate, certainty: certaintyOf(candidate, others, desk), reason: reasonOf(candidate), others };
}

function questionOf(
  field: FieldProposal['field'],
  { name, profile }: Candidate,
): Pick<FieldProposal, 'question'> {
  if (!partsThousands(profile)) return {};
  const words = `The amounts of ${name} (${field}) have three figures after a point, which may part thousands or stand before decimals.`;
  const options = ([',', '.'] as const).map((decimal) => ({ column: name, decimal }));
  return { question: { words, options } };
}

const toProposal = (
  field: FieldProposal['field'],
  { candidate, certainty, reason, others }: Chosen,
): FieldProposal => ({
  field,
  form: { column: candidate.name },
  certainty,
  ...questionOf(field, candidate),
  reason,
  runnersUp: others.map((other) => ({ columns: [other.name], reason: reasonOf(other) })),
});

/** Of the totals by name, the one that land and improvements add up to. */
function addingUp(land: Candidate, improvement: Candidate, totals: readonly Candidate[], desk: Desk) {
  const ranked = totals.map((total) => ({
    total,
    share: sums(land.index, improvement.index, total.index, desk.profile) ?? -1,
  }));
  return ranked.find(({ share }) => share >= ADDS_UP) ?? ranked[0] ?? null;
}

/** Names that are mixed up: the named part is really the sum of the other two. */
function mixedUp(found: Map<Value, Chosen>, desk: Desk): void {
  const land = found.get('land_value');
  const improvement = found.get('improvement_value');
  const total = found.get('total_assessed_value');
  if (!land || !improvement || !total) return;
  const at = ({ candidate }: Chosen) => candidate.index;
  for (const [field, part, other] of [
    ['land_value', land, improvement],
    ['improvement_value', improvement, land],
  ] as const) {
    const share = sums(at(total), at(other), at(part), desk.profile);
    if (share === null || share < ADDS_UP) continue;
    const words = `in ${percent(share)} of rows ${part.candidate.name} is the sum of ${total.candidate.name} and ${other.candidate.name}, against their names`;
    found.set(field, { ...total, certainty: 'likely', reason: words, others: [part.candidate] });
    found.set('total_assessed_value', {
      ...part,
      certainty: 'likely',
      reason: words,
      others: [total.candidate],
    });
    return;
  }
}

/** How two parts and their total bear each other out, or cannot be what they are named. */
function compare(found: Map<Value, Chosen>, desk: Desk): string[] {
  const land = found.get('land_value');
  const improvement = found.get('improvement_value');
  const total = found.get('total_assessed_value') ?? found.get('market_value');
  if (!land || !improvement || !total) return [];
  const share = sums(land.candidate.index, improvement.candidate.index, total.candidate.index, desk.profile);
  if (share === null) return [];
  const sum = `${land.candidate.name} and ${improvement.candidate.name} add up to ${total.candidate.name} in ${percent(share)} of rows`;
  if (share >= ADDS_UP) {
    for (const one of [land, improvement, total]) one.reason += `; ${sum}`;
    return [];
  }
  return share < 0.2 ? [`${sum}: the total has other parts, or is of another kind of value.`] : [];
}

/** The assessor's values, borne out by land and improvements adding up to the total; and the price of the last sale. */
export function proposeAmounts(desk: Desk): { fields: FieldProposal[]; remarks: string[] } {
  const found = new Map<Value, Chosen>();
  for (const field of [...PARTS, 'total_assessed_value', 'market_value'] as const) {
    const one = chosen(field, desk);
    if (one !== null) found.set(field, one);
  }
  const [land, improvement] = PARTS.map((part) => found.get(part)?.candidate);
  const totals = desk.candidates('total_assessed_value').filter(({ score }) => score < 1.1 && score >= 0.6);
  if (land && improvement && totals.length > 1 && found.get('total_assessed_value')!.candidate.score < 1.1) {
    const best = addingUp(land, improvement, totals, desk)!;
    const others = totals.filter((total) => total !== best.total);
    if (best.share >= ADDS_UP) {
      const certainty = certaintyOf(best.total, [], desk);
      found.set('total_assessed_value', {
        candidate: best.total,
        certainty,
        reason: reasonOf(best.total),
        others,
      });
    }
  }
  mixedUp(found, desk);
  const remarks = compare(found, desk);
  const market = found.get('market_value');
  if (market && !found.has('total_assessed_value') && land && improvement) {
    const reason = `the only total of the assessor; ${market.reason}`;
    found.set('total_assessed_value', { ...market, certainty: 'likely', reason });
  }
  const price = chosen('sale_price', desk);
  const assessed = found.get('total_assessed_value');
  const fields = [...found].map(([field, one]) => toProposal(field, one));
  if (price === null) return { fields, remarks };
  if (assessed && sameValues(price.candidate.index, assessed.candidate.index, desk.profile)) {
    return {
      fields,
      remarks: [
        ...remarks,
        `${price.candidate.name} is named like a price, but it repeats ${assessed.candidate.name}.`,
      ],
    };
  }
  return { fields: [...fields, toProposal('sale_price', price)], remarks };
}
