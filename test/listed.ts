/** The words of a text, for lists of values without blanks. */
export const each = (text: string): string[] => text.trim().split(/\s+/);

/** The texts between the marks `·` of a text. */
export const listed = (text: string): string[] => text.split('·').map((one) => one.trim());
