import { formOf, isLost, isTooMuch, type Loss } from '../../domain/losses.ts';
import { saysNothing } from '../../domain/written-number.ts';
import { figure } from './look.ts';

/** What a load would lose of the values of one field. */
export interface FieldLoss extends Loss {
  field: string;
  /** How many values, by reason. */
  reasons: Readonly<Record<string, number>>;
  /** The forms of lost values, such as `9,999.99`, the most frequent first. */
  forms: readonly string[];
}

const MOST_FORMS = 50;
const SHOWN_FORMS = 3;
const UNREADABLE: ReadonlySet<string> = new Set([
  'wrong_type',
  'ambiguous_number',
  'not_a_date',
  'unknown_word',
]);

/** What to write in a source file, by the reason why values are nulled. */
const REMEDIES: Readonly<Record<string, string>> = {
  ambiguous_number: 'write "decimal": "," if a comma stands before the decimals',
  not_a_date: 'write the form of the dates as "dates"',
  wrong_type: 'write what the values mean as "values", or list those that mean nothing as "blank"',
};
const OTHER_REMEDY = 'take another column or unit, or list values that mean nothing as "blank"';

interface Counted {
  filled: number;
  lost: number;
  reasons: Map<string, number>;
  forms: Map<string, number>;
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
      found = { filled: 0, lost: 0, reasons: new Map(), forms: new Map() };
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
        if (!isLost(reason) || !isFilled(value)) continue;
        const count = countOf(field);
        count.lost++;
        more(count.reasons, reason);
        const form = formOf(String(value));
        if (count.forms.has(form) || count.forms.size < MOST_FORMS) more(count.forms, form);
      }
    },
    /** The fields that would lose so many values that a person is asked. */
    result: (): FieldLoss[] =>
      [...fields].flatMap(([field, { filled, lost, reasons, forms }]) =>
        isTooMuch({ filled, lost })
          ? [
              {
                field,
                filled,
                lost,
                reasons: Object.fromEntries(byCount(reasons)),
                forms: byCount(forms)
                  .slice(0, SHOWN_FORMS)
                  .map(([form]) => form),
              },
            ]
          : [],
      ),
  };
}

/** What a column would lose and what to do about it, as sentences. */
export function lossWords(column: string, { field, filled, lost, reasons, forms }: FieldLoss): string {
  const names = Object.keys(reasons);
  const [main = ''] = names;
  const cannot = UNREADABLE.has(main) ? 'cannot be read' : 'cannot be used';
  const remedy = REMEDIES[main] ?? OTHER_REMEDY;
  return (
    `${column} (${field}): ${figure(lost)} of its ${figure(filled)} values ${cannot}, in forms such as ${all.format(forms)}. ` +
    `A load would lose them (${all.format(names)}). In a source file, ${remedy}, or leave ${field} out.`
  );
}
