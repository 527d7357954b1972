const NO_ADDRESS = /^x+$|\bunknown\b|\bno (?:mailing )?address\b/i;
const CARE_OF = /^(?:c\/ ?o\b|attn?\b|%)/i;
const INNER_CARE_OF = /\b(?:c\/o|attn:)/i;
const PO_BOX = /\bp\.? ?o\.? ?(?:box|drawer)\b/i;
// "3000 S 31ST ST", "23450 777 RD"; not a store's "#17", and not a number before a PO box.
const HOUSE_NUMBER = /(?<![#\w-])\d+[a-z]?(?:-\d+)? +(?!p\.? ?o\.? ?(?:box|drawer)\b)(?=\w)/i;
const RURAL_BOX = /\b(?:rr|rfd|route|hc|psc|cmr|box)[ -]?#?\d/i;
const NUMBER_WORD =
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?=[a-z])(?!llc\b|inc\b)/i;

/** Whether the line begins with a care-of mark: `C/O`, `ATTN`, `%`. */
export function isCareOf(line: string): boolean {
  return CARE_OF.test(line);
}

/**
 * The street of a mailing line that may begin with a recipient (`Attn: JO DOE 12 ELM ST`, `ACME TRUST PO BOX 7`): the
 * text from the first house number, PO box or rural box on. A line without a care-of mark is cut only before a PO box.
 * Blank when the line has no street or says that there is no address.
 */
export function mailingStreet(line: string): string {
  const trimmed = line.trim();
  const first = trimmed.charCodeAt(0);
  if (first >= 48 && first <= 57) return trimmed;
  if (trimmed === '' || NO_ADDRESS.test(trimmed)) return '';
  const box = trimmed.search(PO_BOX);
  const careOf = CARE_OF.test(trimmed) || INNER_CARE_OF.test(trimmed);
  if (!careOf) return box > 0 ? trimmed.slice(box) : trimmed;
  let start = trimmed.length;
  for (const at of [box, trimmed.search(HOUSE_NUMBER), trimmed.search(RURAL_BOX)]) {
    if (at >= 0 && at < start) start = at;
  }
  if (start === trimmed.length) {
    const word = trimmed.search(NUMBER_WORD);
    if (word >= 0) start = word;
  }
  return trimmed.slice(start);
}

/** Whether a line names a street, a box or a rural route, with or without a recipient before it. */
export function isStreetLine(line: string): boolean {
  const street = mailingStreet(line);
  return (
    /^\d/.test(street) || PO_BOX.test(street) || RURAL_BOX.test(street) || street.search(NUMBER_WORD) === 0
  );
}
