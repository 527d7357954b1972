import type { ColumnProfile } from './profile.ts';
import type { ShapeName } from './shapes.ts';

/** What the values of a column show for one meaning. */
export interface Evidence {
  /** How well they fit, 0–1. */
  fit: number;
  /** Whether they rule it out, whatever the name says. */
  isVetoed: boolean;
  /** Whether too few of them can be read as the meaning. */
  isUnread?: boolean;
  /** The end of a sentence: `97 % of its values read as names of people or firms`. */
  words: string;
}

export type Look = (profile: ColumnProfile, rows: number) => Evidence;

/** A column of which fewer values can be read as what it is called is something else. */
export const LEAST_READ = 0.5;

export const figure = (number: number): string => number.toLocaleString('en-US');

export const percent = (share: number): string =>
  share > 0 && share < 0.005
    ? 'under 1 %'
    : share < 1 && share > 0.995
      ? 'over 99 %'
      : `${Math.round(share * 100)} %`;

export const shareOf = ({ shapes }: ColumnProfile, ...names: ShapeName[]): number =>
  Math.min(
    1,
    names.reduce((sum, name) => sum + (shapes[name] ?? 0), 0),
  );

/** The share of the filled values that are figures of these shapes, with zeros. */
export const figuresOf = (profile: ColumnProfile, ...names: ShapeName[]): number =>
  profile.zeros + (1 - profile.zeros) * shareOf(profile, ...names);

/** Evidence from a share of values: `usual` or more is a full fit, less than `least` rules the meaning out. */
export const evidence = (share: number, usual: number, least: number, words: string): Evidence => ({
  fit: Math.min(1, share / usual),
  isVetoed: share < least,
  isUnread: share < least,
  words,
});
export const vetoed = (words: string): Evidence => ({ fit: 0, isVetoed: true, words });

export const looks =
  (what: string, usual: number, least: number, ...names: ShapeName[]): Look =>
  (profile) => {
    const share = shareOf(profile, ...names);
    return evidence(share, usual, least, `${percent(share)} of its values read as ${what}`);
  };

export const countOf = ({ distinct: { count } }: ColumnProfile) =>
  count === 1 ? 'one value' : `${figure(count)} different values`;
