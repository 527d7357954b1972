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

/** What a collection says about the rows that it does not have; null when it has all. */
function missingRows(members: Members): string | null {
  const { exceededTransferLimit, properties, numberMatched, numberReturned } = membersOf(members);
  if (exceededTransferLimit === true || membersOf(properties).exceededTransferLimit === true)
    return 'its server sent no more rows at once (exceededTransferLimit)';
  if (Number(numberMatched) > Number(numberReturned))
    return `it has ${numberReturned} of ${numberMatched} rows (numberReturned, numberMatched)`;
  return nextPage(members) === null ? null : 'it links to a next page';
}

/**
 * Checks what a FeatureCollection says about itself beside its features.
 * @throws Error when it is only a part of the data.
 */
export function checkWhole(members: Members): void {
  const missing = missingRows(members);
  if (missing !== null)
    throw new Error(
      `it is only a part of the data: ${missing}. Give Terrier the address of the service instead, which is read to its end.`,
    );
}
