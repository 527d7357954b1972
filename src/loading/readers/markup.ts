const MARKUP = /^(\ufeff|\s)*<[!?a-z]/i;

/** The end of a sentence about text that is HTML or XML, where something else was expected; null if it is not. */
export function markup(beginning: string): string | null {
  if (!MARKUP.test(beginning)) return null;
  return 'a web page or XML: the server may have sent a message. Open the file to see what it says, and download it again';
}
