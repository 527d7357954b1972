import { deedKind } from '../ingest/kinds/deeds.ts';
import { parcelKind } from '../ingest/kinds/parcels.ts';
import { permitKind } from '../ingest/kinds/permits.ts';
import { MAILING_KEYS } from './mailing.ts';

export const SOURCE_KINDS = ['parcels', 'deeds', 'permits'] as const;
/** The layers of a source file that Terrier reads. */
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** Our names of fields, by OpenAddresses'. `number` and `street` stay separate until they make the street line. */
const OTHER_NAMES: Readonly<Record<string, string>> = { pid: 'parcel_id', postcode: 'zip' };

/** Keys of `conform` that are ignored: OpenAddresses' fields that Terrier does not keep. */
const UNKEPT = ['id', 'region', 'district', 'addrtype', 'accuracy', 'notes'];

const canonical: Readonly<Record<SourceKind, ReadonlySet<string>>> = {
  // The keys do not depend on figures of counties.
  parcels: parcelKind(() => {
    throw new Error('A source file reads no figures of counties.');
  }).keys,
  deeds: deedKind.keys,
  permits: permitKind.keys,
};

/** The keys of `conform` that name a field of a record of the kind, as source files may write them. */
export function fieldKeys(kind: SourceKind): readonly string[] {
  const ours = [...canonical[kind]].filter((key) => key !== 'location');
  const more = kind === 'parcels' ? ['pid', 'number', 'postcode', ...MAILING_KEYS] : ['pid'];
  return [...more, ...ours];
}

/** The canonical name of a key. */
export const fieldOf = (key: string): string => OTHER_NAMES[key] ?? key;

/** Whether a key is one of OpenAddresses' that is not kept. */
export const isUnkept = (key: string): boolean => UNKEPT.includes(key);
export const UNKEPT_KEYS: readonly string[] = UNKEPT;
