import { h } from '../dom.js';
import { openapiTable } from './openapi-table.js';

const ONE_CODE = /`(\w+)` \((\d{3})\): (.*?)\.(?= `|$)/g;

/** The error codes, as the API's own description lists them. */
export function codesOf(description) {
  const codes = description.components.schemas.Error.properties.code;
  return [...codes.description.matchAll(ONE_CODE)].map(([, code, status, meaning]) => ({
    code,
    status,
    meaning,
  }));
}

/** A table of every error code. */
export const errorsTable = (signal) =>
  openapiTable(
    {
      name: 'docs-errors',
      label: 'error codes',
      head: ['Status', 'Code', 'Meaning'],
      rowsOf: (description) =>
        codesOf(description).map(({ code, status, meaning }) => [status, h('code', {}, code), meaning]),
    },
    signal,
  );
