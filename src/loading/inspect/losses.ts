import { exampleCounter, isLost, isMostLost, type Loss } from '../../domain/losses.ts';
import { saysNothing } from '../../domain/written-number.ts';
import { figure } from './look.ts';
import { type FieldProposal, type Proposal, STATED } from './proposal.ts';

/** What a load would lose of the values of one field. */
export interface FieldLoss extends Loss {
  field: string;
  /** How many values, by reason. */
  reasons: Readonly<Record<string, number>>;
  /** Lost values, the most frequent first. */
  examples: readonly string[];
}

/** What else to write in a source file, by the reason why values are nulled. */
const REMEDIES: Readonly<Record<string, string>> = {
  ambiguous_number: 'A comma may stand before the decimals.',
  not_a_date: 'Write the form of its dates as "dates".',
  wrong_type: 'Write what its values mean as "values".',
};

interface Counted {
  filled: number;
  lost: number;
  reasons: Map<string, number>;
  examples: ReturnType<typeof exampleCounter>;
}

/** `A, B and C`. */
const all = new Intl.ListFormat('en-GB');

const more = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
const byCount = (counts: Map<string, number>) => [...counts].sort((a, b) => b[1] - a[1]);
const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && !(typeof value === 'string' && saysNothing(value));

/** The published value of a field; a location has two keys in a record. */
const published = (record: Readonly<Record<string, unknown>>, field: string): unknown =>
  field === 'location' ? [record.lat, record.lon].find(isFilled) : record[field];

/** Counts the values of each field, and those that a load would not store. */
export function lossCounter() {
  const fields = new Map<string, Counted>();
  const countOf = (field: string): Counted => {
    let found = fields.get(field);
    if (found === undefined) {
      found = { filled: 0, lost: 0, reasons: new Map(), examples: exampleCounter() };
      fields.set(field, found);
    }
    return found;
  };
  return {
    /** @param notes `field:reason` of each value that is nulled. */
    add(record: Readonly<Record<string, unknown>>, notes: Iterable<string>): void {
      for (const field in record) if (isFilled(record[field])) countOf(field).filled++;
      if (isFilled(record.lat) || isFilled(record.lon)) countOf('location').filled++;
      for (const note of notes) {
        const [field = '', reason = ''] = note.split(':');
        const value = published(record, field);
        if (!isLost(reason, value) || !isFilled(value)) continue;
        const count = countOf(field);
        count.lost++;
        more(count.reasons, reason);
        count.examples.add(value);
      }
    },
    /** The fields that would lose most of their values. */
    result: (): FieldLoss[] =>
      [...fields].flatMap(([field, { filled, lost, reasons, examples }]) =>
        isMostLost({ filled, lost })
          ? [
              {
                field,
                filled,
                lost,
                reasons: Object.fromEntries(byCount(reasons)),
                examples: examples.best(3),
              },
            ]
          : [],
      ),
  };
}

/** How many values of a column cannot be read, and what to do about it, in sentences. */
function lossWords({ field, filled, lost, reasons, examples }: FieldLoss): string {
  const names = Object.keys(reasons);
  const remedy = REMEDIES[names[0] ?? ''];
  return (
    `Only ${figure(filled - lost)} of its ${figure(filled)} values can be used as ${field}: others are such as ` +
    `${all.format(examples)} (${all.format(names)}).${remedy === undefined ? '' : ` ${remedy}`}`
  );
}

/** The proposal without the fields of which fewer than half of the values can be read; those are left out. */
export function withLosses(proposal: Proposal, losses: readonly FieldLoss[]): Proposal {
  const by = new Map<string, FieldLoss>(losses.map((loss) => [loss.field, loss]));
  const fields = proposal.fields.map((one): FieldProposal => {
    const { field, form, reason } = one;
    const loss = by.get(field === 'lat' || field === 'lon' ? 'location' : field);
    // What a source file says is its author's decision.
    if (loss === undefined || reason === STATED) return one;
    const isComma = Object.keys(loss.reasons)[0] === 'ambiguous_number' && 'column' in form;
    const read = isComma ? { ...form, decimal: ',' as const } : form;
    return { ...one, form: read, certainty: 'guess', unreadable: lossWords(loss) };
  });
  return { ...proposal, fields };
}
