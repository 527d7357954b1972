import type { Form } from './form.ts';
import type { Field } from './vocabulary.ts';

export type Certainty = 'certain' | 'likely' | 'guess';

export const KINDS = ['parcels', 'deeds', 'permits'] as const;
export type TableKind = (typeof KINDS)[number];

/** What a person has to decide before a field can be read. */
export interface Question {
  /** In a sentence. */
  words: string;
  /** What the field could be, the likeliest first. */
  options: readonly Form[];
}

export interface FieldProposal {
  field: Field;
  form: Form;
  certainty: Certainty;
  /** Absent where there is nothing to decide. */
  question?: Question;
  /** Why, in words. */
  reason: string;
  /** Other columns that could be it, best first. */
  runnersUp: { columns: readonly string[]; reason: string }[];
}

export interface Proposal {
  kind: TableKind;
  /** The known layout that the names fit. */
  layout: string | null;
  fields: FieldProposal[];
  /** Only rows with these values in a column are taken; the others are not parcels. */
  only: { column: string; values: readonly string[] } | null;
  /** Where a record's point comes from. */
  location: 'geometry' | 'columns' | null;
  /** Sentences on what a person should know. */
  remarks: string[];
  /** What is missing for a good result, as sentences. */
  missing: string[];
  /** Whether a load may use the proposal without asking, and if not, what is to be decided. */
  auto: { ready: boolean; undecided: string[] };
}
