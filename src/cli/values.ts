import { InvalidArgumentError } from 'commander';

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
