import { exampleCounter, isLost, isMostLost } from '../../domain/losses.ts';
import { saysNothing } from '../../domain/written-number.ts';
import { figure } from './look.ts';
import { type FieldProposal, type Proposal, STATED } from './proposal.ts';

/** What a load would lose of the values of one field. */
export interface FieldLoss {
  field: string;
  /** Values that say something, and those among them that cannot be read. */
  filled: number;
  lost: number;
  /** The most frequent first. */
  reasons: readonly string[];
  examples: readonly string[];
}

/** What else to write in a source file, by the reason why values are nulled. */
const REMEDIES: Readonly<Record<string, string>> = {
  ambiguous_number: ' A comma may stand before the decimals.',
  not_a_date: ' Write the form of its dates as "dates".',
  wrong_type: ' Write what its values mean as "values".',
};

/** `A, B and C`. */
const all = new Intl.ListFormat('en-GB');

const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && !(typeof value === 'string' && saysNothing(value));

/** Counts the values of each field, and those that cannot be read. */
export function lossCounter() {
  const filled = new Map<string, number>();
  const lost = new Map<
    string,
    { reasons: Map<string, number>; examples: ReturnType<typeof exampleCounter> }
  >();
  return {
    /** @param notes `field:reason` of each value that is nulled. */
    add(record: Readonly<Record<string, unknown>>, notes: Iterable<string>): void {
      // A location has two keys in a record.
      const values: Record<string, unknown> = { ...record, location: record.lat ?? record.lon };
      for (const field in values)
        if (isFilled(values[field])) filled.set(field, (filled.get(field) ?? 0) + 1);
      for (const note of notes) {
        const [field = '', reason = ''] = note.split(':');
        if (!isLost(reason) || !isFilled(values[field])) continue;
        const { reasons, examples } = lost.get(field) ?? { reasons: new Map(), examples: exampleCounter() };
        lost.set(field, { reasons, examples });
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
        examples.add(values[field]);
      }
    },
    /** The fields of which most values cannot be read. */
    result: (): FieldLoss[] =>
      [...lost].flatMap(([field, { reasons, examples }]) => {
        const ordered = [...reasons].sort((a, b) => b[1] - a[1]);
        const loss = { filled: filled.get(field)!, lost: ordered.reduce((sum, [, times]) => sum + times, 0) };
        const told = { reasons: ordered.map(([reason]) => reason), examples: examples.best(3) };
        return isMostLost(loss) ? [{ field, ...loss, ...told }] : [];
      }),
  };
}

/** How many values of a column cannot be read, and what to do about it, in sentences. */
const lossWords = ({ field, filled, lost, reasons, examples }: FieldLoss): string =>
  `Only ${figure(filled - lost)} of its ${figure(filled)} values can be read as ${field}: others are such as ` +
  `${all.format(examples)} (${all.format(reasons)}).${REMEDIES[reasons[0]!] ?? ''}`;

/** The proposal without the fields of which fewer than half of the values can be read; those are left out. */
export function withLosses(proposal: Proposal, losses: readonly FieldLoss[]): Proposal {
  const by = new Map(losses.map((loss) => [loss.field, loss]));
  const fields = proposal.fields.map((one): FieldProposal => {
    const { field, form, reason } = one;
    const loss = by.get(field === 'lat' || field === 'lon' ? 'location' : field);
    // What a source file says is its author's decision.
    if (loss === undefined || reason === STATED) return one;
    const isComma = loss.reasons[0] === 'ambiguous_number' && 'column' in form;
    const read = isComma ? { ...form, decimal: ',' as const } : form;
    return { ...one, form: read, certainty: 'guess', unreadable: lossWords(loss) };
  });
  return { ...proposal, fields };
}
