const OWN = /^(?:US|USA|UNITED STATES|UNITED STATES OF AMERICA|AMERICA)$/;
/** Texts up to this length are read without their spaces: `U S A` is `USA`. */
const LONGEST_LETTERS = 5;

/** Whether a text names the United States: `USA`, `U.S.`, `United States of America`. */
export function isOwnCountry(text: string): boolean {
  const words = text
    .toUpperCase()
    .replace(/[.']/g, '')
    .replace(/[^A-Z]+/g, ' ')
    .trim();
  return OWN.test(words.length <= LONGEST_LETTERS ? words.replaceAll(' ', '') : words);
}
