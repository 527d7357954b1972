import { InvalidArgumentError } from 'commander';

/** Reads a whole number of an option. Throws, saying which are allowed. */
export const between = (least: number, most: number) => (value: string) => {
  if (!/^\d{1,5}$/.test(value) || Number(value) < least || Number(value) > most) {
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  }
  return Number(value);
};
