/** When two names are one owner, written as a list of steps. */
import { createHash } from 'node:crypto';

const CARE_OF = /\bC *\/ *O\b|\bATTN\b|(?<![0-9])% *(?=[A-Z])/;

function simplify(name: string): string {
  let text = name.replace(/['’‘`´.]/g, '').toUpperCase();
  text = text.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('Ł', 'L');
  for (;;) {
    const mark = CARE_OF.exec(text);
    if (mark === null) break;
    const before = text.slice(0, mark.index);
    if (/[A-Z0-9]/.test(before)) text = before;
    else text = text.slice(mark.index + mark[0].length);
  }
  const words = text.replaceAll('&', ' AND ').split(/[^A-Z0-9]+/);
  const spaced = ` ${words.filter((word) => word !== '').join(' ')} `;
  return spaced
    .replaceAll(' L L C ', ' LLC ')
    .replaceAll(' LL C ', ' LLC ')
    .replaceAll(' L LC ', ' LLC ')
    .trim();
}

const simplified = new Map<string, string>();

/** The name in the form that all its spellings share; "" for none. */
export function plainName(name: string | null): string {
  if (name === null) return '';
  let plain = simplified.get(name);
  if (plain === undefined) {
    plain = simplify(name);
    simplified.set(name, plain);
  }
  return plain;
}

/** The id of the owner of that name. */
export const idOfName = (plain: string): string =>
  createHash('sha256').update(plain).digest('hex').slice(0, 20);
