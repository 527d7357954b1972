import { InvalidArgumentError } from 'commander';
import { isCounty } from '../domain/geography.ts';

/** Reads a county's five-digit FIPS code. Throws for anything else. */
export function countyCode(given: string): string {
  if (!isCounty(given))
    throw new InvalidArgumentError(`"${given}" is not the 5-digit FIPS code of a county.`);
  return given;
}

/** Counties separated by commas. */
export const countyList = (given: string): string[] => given.split(',').map((one) => countyCode(one.trim()));
