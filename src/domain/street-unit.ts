// A street's suffix is not a unit value ("UNIT RD", "SUITE ST"). Designators: USPS Publication 28, appendix C2, and TH
// (town house), NO, TRAILER, PMB.
const NOT_A_SUFFIX = '(?!(?:ST|RD|DR|LN|CT|PL|AVE|WAY|CIR|BLVD|TER|TRL|PKWY)\\b)';
const UNIT = [
  `(?:APT|APARTMENT|UNIT|STE|SUITE|BLDG|BUILDING|PMB|SPC|HNGR)[ .:#]+${NOT_A_SUFFIX}[A-Z0-9].*`,
  '(?:FL|FLOOR|RM|ROOM|LOT|SPACE|SLIP|STOP|TRAILER|TRLR|DEPT|NO|APT|UNIT|STE|TH)[ .:#]*\\d.*',
  '(?:FL|FLOOR|RM|ROOM|LOT|SPACE|SLIP)[ .:#]+(?![NSEW] *$)[A-Z](?![A-Z0-9]).*',
  '\\d+(?:ST|ND|RD|TH)? +(?:FL|FLOOR)(?![A-Z0-9]).*',
  '(?:BSMT|BASEMENT|FRNT|LBBY|PH|PENTHOUSE|REAR|UPPR|LOWR)',
].join('|');
const UNIT_TAIL = new RegExp(`(?: *#+ *[A-Z0-9].*|[ ,-]+(?:${UNIT}))$`);
const UNIT_TAIL_ANY_CASE = new RegExp(UNIT_TAIL.source, 'i');
const WHOLE_UNIT = new RegExp(`^(?:#+ *[A-Z0-9].*|${UNIT})$`, 'i');

const UNIT_HEAD = /^(?:APT|UNIT|STE|SUITE|BLDG|RM|TH|NO) ?#* ?[A-Z0-9-]+ (?=\d+[A-Z]? [A-Z0-9])/;

/** A street in short words without the units at either end. */
export function cutUnits(street: string): string {
  let text = street.replace(UNIT_HEAD, '');
  for (let unit = text.search(UNIT_TAIL); unit > 0; unit = text.search(UNIT_TAIL)) text = text.slice(0, unit);
  return text;
}

/** Splits a trailing unit ("APT 4", "# 12", "STE 200", "TH5") from a street, both as written; null without one. */
export function splitUnit(street: string): { street: string; unit: string | null } {
  const tail = UNIT_TAIL_ANY_CASE.exec(street);
  if (tail === null || street.slice(0, tail.index).trim() === '')
    return { street: street.trim(), unit: null };
  return { street: street.slice(0, tail.index).trim(), unit: tail[0].replace(/^[ ,-]+|[ ,]+$/g, '') };
}

/** Whether the text is a unit and nothing else: "APT 4", "# 12". */
export function isUnit(text: string): boolean {
  return WHOLE_UNIT.test(text);
}
