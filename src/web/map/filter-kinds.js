const NUMBER = {
  read: (text) => (text.trim() === '' || !Number.isFinite(Number(text)) ? null : Number(text)),
  input: { type: 'number', step: 'any', inputmode: 'decimal' },
  ends: ['at least', 'at most'],
  misread: 'Enter a number that this filter takes.',
};

/** How an end of a range is read and entered. */
export const RANGES = {
  number: NUMBER,
  integer: {
    ...NUMBER,
    read: (text) => (Number.isInteger(NUMBER.read(text)) ? NUMBER.read(text) : null),
    input: { ...NUMBER.input, step: '1' },
  },
  date: {
    read(text) {
      const day = new Date(`${text}T00:00:00Z`);
      return !Number.isNaN(day.valueOf()) && day.toISOString().slice(0, 10) === text ? text : null;
    },
    input: { type: 'date' },
    ends: ['from', 'until'],
    misread: 'Not a date.',
  },
};

/**
 * Each kind of filter: how its value is read from an address, written to one, and sent with a search. A filter that narrows
 * nothing is empty or undefined; so is one whose text is not a valid value.
 */
export const KINDS = {
  choices: {
    read: (text, { choices }) => text.split(',').filter((word) => choices.includes(word)),
    write: (words) => words.join(','),
    asked: (words) => (words.length > 0 ? words : undefined),
  },
  flag: {
    read: (text) => text === '1',
    write: (on) => (on ? '1' : ''),
    asked: (on) => on || undefined,
  },
  range: {
    read(text, { of }) {
      const [min = '', max = ''] = text.split('..');
      return { min: RANGES[of].read(min), max: RANGES[of].read(max) };
    },
    write: ({ min, max }) => (min === null && max === null ? '' : `${min ?? ''}..${max ?? ''}`),
    asked({ min, max }) {
      if (min === null && max === null) return undefined;
      return { ...(min === null ? {} : { min }), ...(max === null ? {} : { max }) };
    },
  },
};
