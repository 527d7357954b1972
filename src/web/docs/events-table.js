import { h } from '../dom.js';
import { eventTypesOf } from '../openapi.js';
import { openapiTable } from './openapi-table.js';

/** A table of every event type of webhooks. */
export const eventsTable = (signal) =>
  openapiTable(
    {
      name: 'docs-events',
      label: 'event types',
      head: ['Event type', 'When'],
      rowsOf: (description) =>
        eventTypesOf(description).map(({ type, fires }) => [h('code', {}, type), fires]),
    },
    signal,
  );
