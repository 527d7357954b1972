import { figure } from './look.ts';
import type { TableProfile } from './profile.ts';
import type { Proposal } from './proposal.ts';

const NOT_PARCELS =
  /^(?:ROW|PRIV_ROW|RAIL_?ROW|R\/?O\/?W|WATER|ROAD|STREET|RIGHT[ _-]OF[ _-]WAY|RAIL(?:ROAD)?|HYDRO|LAKE|RIVER|ALLEY)S?$/i;

/** The column that marks rows that are not parcels, such as streets and water, and its values in the other rows. */
export function onlyParcels(profile: TableProfile): { only: Proposal['only']; remarks: string[] } {
  for (const { column, values, filled } of profile.columns) {
    if (values === null || values.length > 15) continue;
    const others = values.filter(([value]) => NOT_PARCELS.test(value));
    const rows = others.reduce((sum, [, count]) => sum + count, 0);
    if (rows === 0 || rows > profile.rows / 2) continue;
    const kinds = others.map(([value, count]) => `${value} ${figure(count)}`).join(', ');
    const kept = values.flatMap(([value]) => (NOT_PARCELS.test(value) ? [] : [value]));
    return {
      only: { [column.name]: filled < 1 ? [...kept, ''] : kept },
      remarks: [
        `${column.name} marks ${rows === 1 ? 'a row that is not a parcel' : `${figure(rows)} rows that are not parcels`}, to be left out: ${kinds}.`,
      ],
    };
  }
  return { only: null, remarks: [] };
}
