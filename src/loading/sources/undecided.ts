import { isObject } from '../../domain/json-object.ts';
import { within } from './checks.ts';

/** What a source file has in place of a field that a person has to decide. */
export interface Undecided {
  /** What is to be decided, in a sentence. */
  decide: string;
  /** What the field could be, as a source file says it; the likeliest first. */
  could_be: readonly unknown[];
}

/** Whether a value in a source file is an open decision. */
export const isUndecided = (given: unknown): given is Undecided => isObject(given) && 'decide' in given;

/** Why a source file with an open decision is refused, and what to write. */
export function undecidedWords(key: string, { decide, could_be }: Undecided, isNeeded: boolean): string {
  const question = typeof decide === 'string' ? `${decide.trim()} ` : '';
  const [likeliest = 'COLUMN'] = Array.isArray(could_be) ? could_be : [];
  const example = `"${key}": ${JSON.stringify(likeliest)}`;
  return `is not decided yet. ${question}Write what it is in its place, such as ${example}${isNeeded ? '' : ', or delete it'}.`;
}

/** The places in a source file, as JSON, where a decision is open, such as `layers.parcels[0].conform.pid`. */
export function openKeys(json: unknown, place = ''): string[] {
  if (isUndecided(json)) return [place];
  const parts: [string | number, unknown][] = Array.isArray(json)
    ? [...json.entries()]
    : isObject(json)
      ? Object.entries(json)
      : [];
  return parts.flatMap(([key, part]) => openKeys(part, within(place, key)));
}
