/**
 * A page with the text between `<!-- name -->` and `<!-- /name -->` replaced.
 * @throws Error when the page does not have both marks.
 */
export function withPart(page: string, name: string, text: string): string {
  const [open, close] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const start = page.indexOf(open);
  const end = page.indexOf(close, start);
  if (start === -1 || end === -1) throw new Error(`The page has no part marked ${open.trim()} … ${close}`);
  return page.slice(0, start + open.length) + text + page.slice(end);
}
