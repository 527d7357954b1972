import { InvalidArgumentError } from 'commander';
import { countyAndState, findCounties, isCounty } from '../domain/geography.ts';

/** Reads an option’s whole number. Throws an error that states the range. */
export const between = (least: number, most: number) => (value: string) => {
  if (!/^\d{1,6}$/.test(value) || Number(value) < least || Number(value) > most) {
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  }
  return Number(value);
};

/** Reads an option’s text. Throws an error that states the allowed length. */
export const oneLine = (most: number) => (value: string) => {
  if (value.trim() === '' || /\p{Cc}/u.test(value) || Array.from(value).length > most)
    throw new InvalidArgumentError(`It must be 1 to ${most} characters on one line.`);
  return value;
};

const MOST_MEANT = 8;

/** ` Did you mean 06001 (Alameda County, California)?`; the first few if many fit; empty for a name that no county has. */
function meant(name: string): string {
  const found = /[a-z]/i.test(name) ? findCounties(name) : [];
  if (found.length === 0) return '';
  const words = found.slice(0, MOST_MEANT).map((fips) => `${fips} (${countyAndState(fips)})`);
  const more =
    found.length > MOST_MEANT
      ? ` or ${found.length - MOST_MEANT} more: add the state, as in "${name}, IA"`
      : '';
  return ` Did you mean ${words.join(' or ')}${more}?`;
}

/** Reads a county's five-digit FIPS code. Throws for anything else, and names the counties with that name. */
export function countyCode(code: string): string {
  if (!isCounty(code))
    throw new InvalidArgumentError(`"${code}" is not the 5-digit FIPS code of a county.${meant(code)}`);
  return code;
}

/** Reads counties separated by commas. Throws for anything else. */
export function countyList(list: string): string[] {
  const codes = list.split(',').map((code) => code.trim());
  // "Lancaster, NE" is one county in words.
  return /^\d/.test(list) ? codes.map(countyCode) : [countyCode(list)];
}
