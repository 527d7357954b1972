// Quoted text comes first, so that the words are only found outside of it.
const TOKENS = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|-?\b(?:NaN|Infinity)\b/g;
const CONTROLS = /\p{Cc}/gu;

/** Puts right what programs write into JSON: NaN and infinite numbers are null, and line breaks within text blanks. */
export const repairedJson = (text: string): string =>
  text.replace(TOKENS, (token) => (token.startsWith('"') ? token.replace(CONTROLS, ' ') : 'null'));
