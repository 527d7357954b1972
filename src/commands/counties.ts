import { InvalidArgumentError } from 'commander';
import { isCounty } from '../domain/geography.ts';

/** Reads a county's five-digit FIPS code. Throws for anything else. */
export function countyCode(code: string): string {
  if (!isCounty(code)) throw new InvalidArgumentError(`"${code}" is not the 5-digit FIPS code of a county.`);
  return code;
}

/** Reads counties separated by commas. Throws for anything else. */
export const countyList = (list: string): string[] => list.split(',').map((code) => countyCode(code.trim()));
