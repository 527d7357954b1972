/** The groups that a group panel lists: how to request them, and how addresses write them. */
import { api } from '../api.js';
import { count, inAll, words } from '../format.js';
import { kindName, parcels } from './fields.js';

const PAGE = 100;

/** An owner's parcels, the highest value first. */
export const ownedBy = (name) => {
  const path = `/owners/${encodeURIComponent(name)}`;
  let owner;
  return async (offset, signal) => {
    const page = api(`${path}/properties?limit=${PAGE}&offset=${offset}`, { signal });
    page.catch(() => {});
    owner ??= await api(path, { signal });
    const { data, total } = await page;
    const counties = `${count(owner.counties)} ${owner.counties === 1 ? 'county' : 'counties'}`;
    return {
      title: owner.owner_name,
      below: `Owner: ${kindName(owner.entity_type)}`,
      told: `${parcels(total)} in ${counties}${inAll(owner.total_assessed_value)}. The highest value comes first.`,
      total,
      data,
      lineOf: ({ land_use, zoning_category, county_name }) =>
        [land_use ?? (zoning_category && words(zoning_category)), county_name].filter(Boolean).join(' · '),
    };
  };
};

const streetOf = ({ street, address }) => street ?? address ?? 'One place';

/** The parcels in the same place, such as condominiums. */
export const stackAt =
  ({ lat, lon }) =>
  async (_offset, signal) => {
    const { data } = await api(`/parcels/at?${new URLSearchParams({ lat, lon })}`, { signal });
    return {
      title: data.length === 0 ? 'No parcel is here' : streetOf(data[0]),
      below: `${parcels(data.length)} at one place`,
      lineOf: ({ owner_name }) => owner_name ?? 'Owner not known',
      total: data.length,
      data,
    };
  };
