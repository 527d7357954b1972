/** Names in a sentence, `a, b, c`; of many only the first: `a, b and 7 more`. */
export const listed = (names: readonly string[], most = 5): string =>
  names.slice(0, most).join(', ') + (names.length > most ? ` and ${names.length - most} more` : '');
