import { isCounty } from '../../../domain/geography.ts';
import { canonicalId } from '../../../domain/parcel-event.ts';
import { parseParcelId } from '../../../domain/parcel-id.ts';
import { wrong } from '../../../domain/problems.ts';

interface Given {
  canonical_id?: string;
  since?: string;
  until?: string;
}

/** Whether MySQL can compare with a time. A leap second fails the test. */
const isStorable = (time: number) => time >= 0 && time < Date.UTC(9999, 0);

/**
 * Reads which parcel and times a request names.
 * @throws ApiError 400 when the parcel's id is not valid, or the times are in the wrong order.
 */
export function readChoice<T extends Given>(given: T): T {
  const { canonical_id, since, until } = given;
  for (const [field, time] of Object.entries({ since, until })) {
    if (time !== undefined && !isStorable(Date.parse(time)))
      throw wrong(field, 'must be a time from 1970 to 9998');
  }
  if (since !== undefined && until !== undefined && Date.parse(since) > Date.parse(until))
    throw wrong('since', 'must not be after until');
  if (canonical_id === undefined) return given;
  const parcel = parseParcelId(canonical_id);
  if (!parcel || !isCounty(parcel.county_fips)) {
    throw wrong('canonical_id', 'must be the id of a parcel: state_fips:county_fips:parcel_id');
  }
  return { ...given, canonical_id: canonicalId(parcel.county_fips, parcel.parcel_id) };
}
