import Type from 'typebox';

export const IdPath = Type.Object({
  id: Type.String({
    description:
      '<county_fips>:<parcel_id>, or the canonical_id, URL-encoded: parcel numbers may hold spaces, slashes, # and %',
    examples: ['31109:0109109006000', '31:109:0109109006000'],
  }),
});
