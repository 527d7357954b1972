import type { LeftOut } from '../sources/left-out.ts';
import type { Form } from './form.ts';
import type { Field } from './vocabulary.ts';

export type Certainty = 'certain' | 'likely' | 'guess';

export const KINDS = ['parcels', 'deeds', 'permits'] as const;
export type TableKind = (typeof KINDS)[number];

export interface FieldProposal {
  field: Field;
  form: Form;
  certainty: Certainty;
  /** Why, in words. */
  reason: string;
  /** Its values cannot be read without a decision. */
  unreadable?: boolean;
  /** Other columns that could be it, best first. */
  runnersUp: { columns: readonly string[]; reason: string }[];
}

export interface Proposal {
  kind: TableKind;
  /** The known layout that the names fit. */
  layout: string | null;
  fields: FieldProposal[];
  /** Only rows with these values in a column are taken; the others are not parcels, or another county's. */
  only: Readonly<Record<string, readonly string[]>> | null;
  /** Where a record's point comes from. */
  location: 'geometry' | 'columns' | null;
  /** Sentences on what a person should know. */
  remarks: string[];
  /** Columns that are not proposed for a field, though their names say it. */
  passedOver: LeftOut[];
  /** Why `--auto` loads nothing, in sentences, and whether a source file can decide it; null when it loads. */
  refused: { words: string; isOpen: boolean } | null;
}
