import { PHASES } from '../domain/delivery-states.ts';
import { ENTITY_TYPES } from '../domain/entity-class.ts';
import { EVENT_CATALOG } from '../domain/events.ts';
import { STATES } from '../domain/geography.ts';
import { FORMS } from '../records/filters.ts';
import { COUNTY_SORTS } from './features/market/routes.ts';
import { SORTS } from './features/search/routes.ts';

/** The API's own lists that the pages show: each value is an export of `/assets/catalog.js`. */
export const CATALOG = {
  FILTERS: FORMS,
  // The map searches in boxes, which have no center.
  SORTS: Object.keys(SORTS).filter((sort) => sort !== 'distance'),
  OWNER_TYPES: ENTITY_TYPES,
  COUNTY_SORTS,
  EVENT_TYPES: Object.entries(EVENT_CATALOG).map(([type, { summary }]) => ({ type, summary })),
  PHASES,
  STATES: Object.fromEntries(STATES.map(({ fips, abbr }) => [fips, abbr])),
};
