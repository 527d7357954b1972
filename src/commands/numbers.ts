import { InvalidArgumentError } from 'commander';

/** Reads an option’s whole number. Throws an error that states the range. */
export const between = (least: number, most: number) => (value: string) => {
  if (!/^\d{1,5}$/.test(value) || Number(value) < least || Number(value) > most) {
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  }
  return Number(value);
};
