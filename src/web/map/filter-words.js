import { compact } from '../format.js';
import { kindName } from './fields.js';

/** A filter's name and the unit of its numbers: `Lot size, acres` → `['Lot size', 'acres']` */
export const nameAndUnit = ({ label }) => {
  const [name, unit = ''] = label.split(', ');
  return [name, unit];
};

const MOST_NAMED = 2;

function ends({ min, max }, show, unit = '') {
  const told = (value) => `${show(value)} ${unit}`.trim();
  if (min !== null && max !== null) return `${show(min)} – ${told(max)}`;
  return min !== null ? `${told(min)} and over` : `up to ${told(max)}`;
}

function range(filter, value) {
  const [, unit] = nameAndUnit(filter);
  if (filter.of === 'date') {
    if (value.max === null) return `from ${value.min}`;
    return value.min === null ? `until ${value.max}` : `${value.min} – ${value.max}`;
  }
  if (unit === 'USD') return ends(value, (amount) => `$${compact(amount)}`);
  return ends(value, String, unit);
}

const WORDS = {
  choices: (_filter, words) =>
    words.length > MOST_NAMED ? `${words.length} kinds` : words.map(kindName).join(', '),
  flag: () => 'yes',
  range,
};

/** The value of a filter that narrows the search, in a few words: `$100K – $600K` */
export const filterWords = (filter, value) => WORDS[filter.kind](filter, value);
