import { columnsOf } from '../sources/mapping.ts';
import { type Candidate, plainOf, says } from './candidates.ts';
import { FIELDS, type Pair, type Table } from './evidence.ts';
import { cityLines, comparedStreets, fieldOf, formOf, lower, ownerOrPayer, withBlanks } from './forms.ts';
import { passedOver } from './left-out.ts';
import { percent } from './look.ts';
import { assign, type Choice, isSure, MODEL, type Model } from './model.ts';
import { isPrinted, MOST_STACKED, preferred, sameNumber } from './parcel-number.ts';
import type { TableProfile } from './profile.ts';
import type { Certainty, FieldProposal, Proposal, TableKind } from './proposal.ts';
import { readTable } from './read.ts';
import { sameValues, sums } from './relations.ts';
import { numberFault, onlyParcels, otherKind, projectedWords, refusedFor } from './remarks.ts';
import { evidenceOf } from './values.ts';
import type { Field, Meaning } from './vocabulary.ts';

/** The part of a table's description that a proposal needs; `geometry` as in `Table`. */
interface Described {
  geometry: string | null;
}

const FEWEST_SURE = 5;
const FEWEST_ALONE = 20;
/** Figures as long as these are neither amounts nor codes. */
const SURELY_LONG = 8;
const LIKELY = 0;
const MOST_OTHERS = 5;
/** A column whose name says a meaning this surely is nothing else. */
const NAMED = 0.85;

function certaintyOf(choice: Choice, candidate: Candidate, model: Model): Certainty {
  const isJudged = candidate.profile.judged >= FEWEST_SURE || choice.meaning === 'parcel_id';
  if (choice.isAlone || (isJudged && choice.sureFeatures.length > 0 && isSure(choice, model)))
    return 'certain';
  return choice.odds >= LIKELY && choice.pair.name > 0 ? 'likely' : 'guess';
}

const reasonOf = (meaning: Meaning, { said, made }: Candidate, words: string): string => {
  if (made !== null) return `${said.by}; ${words}`;
  return said.scores.get(meaning) ? `${said.byOf(meaning)}; ${words}` : words;
};

/** The proposal for a choice. */
function proposalOf(choice: Choice, table: Table, model: Model): FieldProposal {
  const { meaning, pair, others } = choice;
  const candidate = table.candidates[choice.candidate]!;
  const field = fieldOf(meaning, table.kind, candidate);
  const unit =
    meaning === 'acreage' || meaning === 'lot_sqft'
      ? (table.areas.get(choice.candidate)?.unit ?? null)
      : null;
  const { form, doubt } = formOf(meaning, field, candidate, unit);
  return {
    field,
    form,
    certainty: doubt === undefined ? certaintyOf(choice, candidate, model) : 'guess',
    reason: doubt ?? reasonOf(meaning, candidate, pair.evidence.words),
    ...(doubt !== undefined && { unreadable: true }),
    runnersUp: others
      .filter(
        ({ name, candidate: at }) =>
          name > 0.3 && !table.candidates[at]!.columns.some((index) => candidate.columns.includes(index)),
      )
      .slice(0, MOST_OTHERS)
      .map((other) => ({
        columns: columnsOf(table.candidates[other.candidate]!.form),
        reason: reasonOf(meaning, table.candidates[other.candidate]!, other.evidence.words),
      })),
  };
}

/** Whether values without a telling name can be parcel numbers: no dates or measurements, and longer than codes. */
function isNumber({ profile }: Candidate): boolean {
  const { shapes, column, lengths, distinct } = profile;
  if (column.type === 'date' || (lengths?.longest ?? 0) < 5 || distinct.repeated > MOST_STACKED) return false;
  if ((shapes.number ?? 0) > 0.5 && (shapes.integer ?? 0) < 0.95) return false;
  return !Object.entries(shapes).some(([name, share]) => name.startsWith('date:Y') && share > 0.9);
}

/** Whether all rows have values of their own, which look like printed numbers or are as long. */
function isOwn(candidate: Candidate): boolean {
  const { distinct, filled, shapes, stability, lengths, judged } = candidate.profile;
  const isFilled = judged >= FEWEST_ALONE && filled === 1 && distinct.repeated === 0;
  const isShaped = (shapes.parcel_number ?? 0) >= 0.95 && stability >= 0.5;
  return isFilled && isShaped && (isPrinted(candidate) || (lengths?.shortest ?? 0) >= SURELY_LONG);
}

/** Columns that only their values identify: the parcel number and the owner, where nothing else was chosen. */
function unnamed(choices: readonly Choice[], { kind, pairs, candidates }: Table, rows: number): Choice[] {
  if (kind !== 'parcels' || rows < 5) return [];
  const used = new Set(choices.flatMap(({ candidate }) => candidates[candidate]!.columns));
  const isElse = ({ candidate, meaning }: Pair) =>
    [...candidates[candidate]!.said.scores].some(
      ([other, score]) => other.startsWith('-') && score >= NAMED,
    ) || pairs.some((pair) => pair.candidate === candidate && pair.meaning !== meaning && pair.name >= NAMED);
  const free = (meaning: Meaning, isIt: (pair: Pair, candidate: Candidate) => boolean) =>
    choices.some((choice) => choice.meaning === meaning)
      ? []
      : pairs.filter(
          (pair) =>
            pair.meaning === meaning &&
            candidates[pair.candidate]!.made === null &&
            !used.has(pair.candidate) &&
            !isElse(pair) &&
            isIt(pair, candidates[pair.candidate]!),
        );
  const length = ({ candidate }: Pair) => candidates[candidate]!.profile.lengths?.shortest ?? 0;
  // Of numbers without a telling name, the longest is the likeliest.
  const numbers = free(
    'parcel_id',
    ({ evidence }, candidate) => evidence.fit >= 0.75 && isNumber(candidate),
  ).sort((a, b) => length(b) - length(a));
  const owners = free(
    'owner_name',
    ({ evidence }, { profile }) =>
      evidence.fit >= 0.85 && profile.judged >= 20 && profile.distinct.count > profile.judged / 4,
  );
  return [numbers, owners].flatMap(([best, ...others]) =>
    best === undefined
      ? []
      : [
          {
            meaning: best.meaning,
            candidate: best.candidate,
            pair: best,
            odds: -1,
            others,
            sureFeatures: [],
            isPart: false,
            isAlone:
              best.meaning === 'parcel_id' && others.length === 0 && isOwn(candidates[best.candidate]!),
          },
        ],
  );
}

/** The parcel number: the printed one of several spellings. */
function withNumber(
  proposal: FieldProposal,
  choice: Choice,
  { kind, candidates, pairs }: Table,
): FieldProposal {
  if (candidates[choice.candidate]!.made !== null)
    return kind === 'parcels' ? proposal : { ...proposal, certainty: 'guess' };
  const others = pairs.filter(
    ({ meaning, candidate }) =>
      meaning === 'parcel_id' && candidate !== choice.candidate && candidates[candidate]!.made === null,
  );
  const numbers = [choice.pair, ...others].map(({ candidate, evidence }) => ({
    ...candidates[candidate]!,
    words: evidence.words,
  }));
  const spellings = numbers.filter((number) => number === numbers[0] || sameNumber(numbers[0]!, number));
  const best = preferred(spellings);
  const rest = numbers.filter((number) => number !== best);
  const again = spellings.filter((number) => number !== best).map(({ profile }) => profile.column.name);
  const reason = [
    reasonOf('parcel_id', best, best.words),
    ...(again.length > 0
      ? [`${again.join(', ')} ${again.length > 1 ? 'write' : 'writes'} the same number in another way`]
      : []),
    ...(best.profile.pointZero ? ['its numbers are written with .0, which is dropped'] : []),
  ].join('; ');
  // A number without a telling name is only a guess where other columns could be it.
  const isNamed = best.said.scores.has('parcel_id') || choice.pair.name > 0 || choice.isAlone;
  return {
    ...proposal,
    form: best.form,
    certainty: isNamed ? proposal.certainty : 'guess',
    reason,
    runnersUp: rest.map((number) => ({
      columns: columnsOf(number.form),
      reason: reasonOf('parcel_id', number, number.said.by),
    })),
  };
}

const ADDS_UP = 0.8;
const SELDOM = 0.2;
/** A name that may be one of a total. */
const LEAST_TOTAL = 0.3;

/** Corrects values whose names do not match their sums, and returns what a person should know about the sums. */
function amounts(fields: FieldProposal[], candidateOf: (field: string) => Candidate | undefined): string[] {
  const [land, building, total] = ['land_value', 'improvement_value', 'total_assessed_value'].map(
    candidateOf,
  );
  const market = candidateOf('market_value');
  const whole = total ?? market;
  if (!land || !building || !whole) return [];
  const find = (field: string) => fields.find((proposal) => proposal.field === field)!;
  const nameOf = ({ form }: Candidate) => columnsOf(form)[0]!;
  if (total) {
    for (const [field, part, other] of [
      ['land_value', land, building],
      ['improvement_value', building, land],
    ] as const) {
      const share = sums(total, other, part);
      if (share === null || share < ADDS_UP) continue;
      const reason = `in ${percent(share)} of rows ${nameOf(part)} is the sum of ${nameOf(total)} and ${nameOf(other)}, against their names`;
      const [first, both] = [find(field), find('total_assessed_value')];
      [first.form, both.form] = [both.form, first.form];
      for (const changed of [first, both]) Object.assign(changed, { certainty: 'likely', reason });
      return [];
    }
  }
  const share = sums(land, building, whole);
  if (share === null) return [];
  const words = `${nameOf(land)} and ${nameOf(building)} add up to ${nameOf(whole)} in ${percent(share)} of rows`;
  if (share < SELDOM) return [`${words}: the total has other parts, or is of another kind of value.`];
  if (share >= ADDS_UP)
    for (const field of ['land_value', 'improvement_value', total ? 'total_assessed_value' : 'market_value'])
      find(field).reason += `; ${words}`;
  return [];
}

/** Where land and buildings add up to another total than the assessed one, that is what they are worth. */
function wholeValue(
  { candidates }: Table,
  fields: readonly FieldProposal[],
  candidateOf: (field: string) => Candidate | undefined,
): FieldProposal[] {
  const [land, building, total] = ['land_value', 'improvement_value', 'total_assessed_value'].map(
    candidateOf,
  );
  if (!land || !building || !total || fields.some(({ field }) => field === 'market_value')) return [];
  if ((sums(land, building, total) ?? 1) >= SELDOM) return [];
  const used = new Set(fields.flatMap(({ form }) => columnsOf(form)));
  const value = plainOf(candidates).find(
    (candidate) =>
      !used.has(candidate.profile.column.name) &&
      Math.max(says(candidate, 'total_assessed_value'), says(candidate, 'market_value')) > LEAST_TOTAL &&
      (sums(land, building, candidate) ?? 0) >= ADDS_UP,
  );
  if (value === undefined) return [];
  const [a, b, c] = [land, building, total].map(({ form }) => columnsOf(form)[0]);
  const reason = `${value.said.by}; ${a} and ${b} add up to it, and not to ${c}`;
  return [{ field: 'market_value', form: value.form, certainty: 'likely', reason, runnersUp: [] }];
}

/** The only total of the assessor's is also the assessed value. */
function onlyTotal(kind: TableKind, fields: readonly FieldProposal[]): FieldProposal[] {
  const find = (field: Field) => fields.find((proposal) => proposal.field === field);
  const total = find('market_value');
  if (kind !== 'parcels' || !total || !find('land_value') || !find('improvement_value')) return [];
  if (find('total_assessed_value')) return [];
  const reason = `the only total of the assessor; ${total.reason}`;
  return [{ ...total, field: 'total_assessed_value', certainty: 'likely', reason }];
}

/** In deeds without a buyer, the owner is who bought last. */
function lastBuyer(
  { kind, candidates }: Table,
  rows: number,
  fields: readonly FieldProposal[],
): FieldProposal[] {
  if (kind !== 'deeds' || fields.some(({ field }) => field === 'grantee')) return [];
  const used = new Set(fields.flatMap(({ form }) => columnsOf(form)));
  const [best] = plainOf(candidates)
    .filter((candidate) => says(candidate, 'owner_name') >= 0.6 && !used.has(candidate.profile.column.name))
    .sort((a, b) => says(b, 'owner_name') - says(a, 'owner_name'));
  const names = best && evidenceOf('owner', best.profile, rows);
  if (!best || !names || names.isVetoed) return [];
  const reason = `${reasonOf('owner_name', best, names.words)}; the owner is who bought last`;
  return [{ field: 'grantee', form: best.form, certainty: 'likely', reason, runnersUp: [] }];
}

/** Whether a field is half of a point, which needs both and is not used where the table has geometry. */
const isPoint = ({ field }: FieldProposal) => field === 'lat' || field === 'lon';

/**
 * Proposes what the columns of a table mean, from their names, known layouts, their values and each other. A name never
 * prevails over values that rule it out.
 */
export function propose(
  described: Described,
  profile: TableProfile,
  kind: TableKind,
  model: Model = MODEL,
): Proposal {
  const table = readTable(kind, profile);
  const { turned } = table;
  const named = assign(table, model).filter(({ meaning }) => FIELDS[kind].includes(meaning));
  const chosen = [...named, ...unnamed(named, table, profile.rows)];
  const own = new Map<string, Candidate>();
  const hasGeometry = described.geometry !== null && profile.located >= 0.5;
  let fields = chosen.map((choice) => {
    const proposal = proposalOf(choice, table, model);
    own.set(proposal.field, table.candidates[choice.candidate]!);
    return choice.meaning === 'parcel_id' ? withNumber(proposal, choice, table) : proposal;
  });
  const hasPoint = fields.filter(isPoint).length === 2 && !hasGeometry;
  fields = fields.filter((proposal) => hasPoint || !isPoint(proposal));
  // Half of a point is none.
  if (fields.some((proposal) => isPoint(proposal) && proposal.certainty === 'guess'))
    for (const proposal of fields) if (isPoint(proposal)) proposal.certainty = 'guess';
  const remarks: string[] = turned ? [`${turned[0]!.toUpperCase()}${turned.slice(1)}.`] : [];
  const situs = own.get('street') ?? own.get('address');
  for (const proposal of fields) {
    const candidate = own.get(proposal.field)!;
    if ((proposal.field === 'street' || proposal.field === 'address') && situs)
      proposal.reason += comparedStreets(situs, own.get('mailing_address'));
    if (turned && /^(?:street|address|city|zip|mailing_)/.test(proposal.field) && candidate.made === null) {
      proposal.certainty = lower(proposal.certainty);
      proposal.reason += `; ${turned}`;
    }
  }
  const price = own.get('sale_price');
  const repeats =
    price &&
    ['total_assessed_value', 'market_value']
      .map((field) => own.get(field))
      .find((total) => total && sameValues(price, total));
  if (repeats) {
    fields = fields.filter(({ field }) => field !== 'sale_price');
    remarks.push(
      `${columnsOf(price.form)[0]} is named like a price, but it repeats ${columnsOf(repeats.form)[0]}.`,
    );
  }
  if (kind === 'parcels') {
    const whole = wholeValue(table, fields, (field) => own.get(field));
    fields.push(...whole);
    if (whole.length === 0) remarks.push(...amounts(fields, (field) => own.get(field)));
  }
  fields = ownerOrPayer(table, cityLines(table, fields));
  fields.push(...onlyTotal(kind, fields), ...lastBuyer(table, profile.rows, fields));
  const parcels = onlyParcels(table, profile);
  const used = new Set(fields.flatMap(({ form }) => columnsOf(form)));
  const location = hasGeometry ? 'geometry' : hasPoint ? 'columns' : null;
  const projected = location === null ? projectedWords(table) : [];
  const order = FIELDS[kind].map(String);
  const placeOf = (field: string) => order.indexOf(field === 'street' ? 'address' : field);
  fields.sort((a, b) => placeOf(a.field) - placeOf(b.field));
  return {
    kind,
    layout: table.layout,
    fields: fields.map((proposal) => withBlanks(proposal, table, profile)),
    only: parcels.only,
    location,
    remarks: [...otherKind(table, fields, profile.rows), ...remarks, ...parcels.remarks, ...projected],
    passedOver: passedOver(table, fields, used, location === null && projected.length === 0),
    refused: refusedFor(kind, fields, numberFault(table, profile)),
  };
}
