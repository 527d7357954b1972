import { isObject } from '../../../domain/json-object.ts';

type Members = Record<string, unknown> | null;

const membersOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

/** The address of the page after this one, as OGC API and others link it: absolute, or relative to the page's own. */
export function nextPage(members: Members): string | null {
  const { links } = membersOf(members);
  const next = (Array.isArray(links) ? links : [])
    .map(membersOf)
    .find(({ rel, type }) => rel === 'next' && !/html/i.test(String(type ?? '')));
  return typeof next?.href === 'string' ? next.href : null;
}

/** What a collection says about the rows that neither it nor the pages before have; null when there are none. */
function missingRows(members: Members, rows: unknown): string | null {
  const { exceededTransferLimit, properties, numberMatched } = membersOf(members);
  if (exceededTransferLimit === true || membersOf(properties).exceededTransferLimit === true)
    return 'its server sent no more rows at once (exceededTransferLimit)';
  if (Number(numberMatched) > Number(rows)) return `it has ${rows} of ${numberMatched} rows (numberMatched)`;
  return nextPage(members) === null ? null : 'it links to a next page';
}

/**
 * Checks what a FeatureCollection says about itself beside its features.
 * @param rows how many there are with those of earlier pages; by its own count if left out.
 * @throws Error when it is only a part of the data.
 */
export function checkWhole(members: Members, rows: unknown = membersOf(members).numberReturned): void {
  const missing = missingRows(members, rows);
  if (missing !== null)
    throw new Error(
      `it is only a part of the data: ${missing}. Give Terrier the address of the service instead, which is read to its end.`,
    );
}
