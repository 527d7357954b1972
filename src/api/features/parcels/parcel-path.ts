import Type from 'typebox';
import { type ParcelId, parseParcelId } from '../../../domain/parcel-id.ts';
import { notFound } from '../../../domain/problems.ts';

const IdPath = Type.Object({
  id: Type.String({
    description:
      '<county_fips>:<parcel_id>, or the canonical_id, URL-encoded: parcel numbers may hold spaces, slashes, # and %',
    examples: ['31109:0109109006000', '31:109:0109109006000'],
  }),
});

/** The settings of a route of one parcel, which its path names. */
export const ofParcel = <R>(summary: string, description: string, response: R) => ({
  config: { access: 'optional' as const, errors: [404] },
  schema: { summary, description, tags: ['Parcels'], params: IdPath, response: { 200: response } },
});

/** What `read` finds for a parcel. Throws 404 when that is null, or when the text is not a parcel id. */
export async function orNotFound<T>(id: string, read: (parsed: ParcelId) => Promise<T | null>): Promise<T> {
  const parsed = parseParcelId(id);
  const answer = parsed && (await read(parsed));
  if (answer === null) throw notFound(`There is no parcel ${id.slice(0, 100)}`);
  return answer;
}
