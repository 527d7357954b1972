import { InvalidArgumentError } from 'commander';

/** Reads an option that is a whole number in a range. */
export const whole =
  (most: number, least = 1) =>
  (value: string): number => {
    const number = Number(value);
    if (!/^[1-9]\d{0,7}$/.test(value) || number > most || number < least)
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    return number;
  };
