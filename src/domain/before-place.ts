import { type AddressParts, splitOneLine } from './address.ts';

/** What is given beside an address on one line; null where it is unknown. */
export type Place = Pick<AddressParts, 'city' | 'state' | 'zip'> & { country?: string | null };

/** Longer than any address. The work grows with the square of the length. */
const LONGEST = 300;
const EDGES = /^[ ,]+|[ ,]+$/g;
const ZIP_AT_END = /[ ,](\d{5})(?:-?\d{4})?$/;
const plain = (text: string): string => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');

/** A line without the words at its end that are a given text; null where it ends in others. */
function without(line: string, given: string | null | undefined): string | null {
  const wanted = plain(given ?? '');
  if (wanted === '') return null;
  for (let at = line.length; at >= 0; ) {
    at = Math.max(line.lastIndexOf(' ', at - 1), line.lastIndexOf(',', at - 1));
    const words = plain(line.slice(at + 1));
    if (words.length > wanted.length) return null;
    if (words === wanted) return line.slice(0, at + 1);
    if (at < 0) return null;
  }
  return null;
}

function withoutZip(line: string, zip: string | null): string | null {
  const found = ZIP_AT_END.exec(` ${line}`);
  return found !== null && found[1] === zip?.slice(0, 5)
    ? line.slice(0, Math.max(0, found.index - 1))
    : without(line, zip);
}

/**
 * The street and unit of an address on one line whose city is given beside it: `12 CALLE ORO PHOENIX AZ 85037` is `12 CALLE
 * ORO`. State, ZIP code and country follow the city in any order. Null where the line does not end so, or where nothing
 * but the city's name, which may be the street's, speaks for it.
 */
export function beforePlace(address: string, { city, state, zip, country }: Place): string | null {
  if (address.length > LONGEST) return null;
  const line = address.replace(/\s+/g, ' ').replace(EDGES, '');
  let rest = line;
  for (let before = ''; before !== rest; ) {
    before = rest;
    for (const cut of [without(rest, country), withoutZip(rest, zip), without(rest, state)])
      if (cut !== null && rest === before) rest = cut.replace(EDGES, '');
  }
  const street = without(rest, city);
  if (street === null || (rest === line && !street.trimEnd().endsWith(','))) return null;
  return street.replace(EDGES, '');
}

/** The parts of an address on one line, some of which may be given beside it. */
export function partsBesidePlace(address: string, place: Place): Partial<AddressParts> {
  const street = beforePlace(address, place);
  return street === null || street.includes(',') ? splitOneLine(street ?? address) : { street };
}
