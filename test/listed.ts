/** The words of a text, for lists of values without blanks. */
export const each = (text: string): string[] => text.trim().split(/\s+/);

/** The items of a text that are separated by `·`. */
export const listed = (text: string): string[] => text.split('·').map((one) => one.trim());
