import { normalizeOwnerName, ownerId } from './owner-name.ts';

const LEGAL_SUFFIXES = wordSet('INC INCORPORATED LLC CORP CORPORATION CO COMPANY LTD LIMITED');

// A placeholder has only these words, at least one of the first kind: OWNER, "SAME AS OWNER", "SELF CONTRACTOR", N/A.
const NOBODY = wordSet(
  'OWNER OWNERS HOMEOWNER HOMEOWNERS SELF SAME APPLICANT OCCUPANT TENANT CONTRACTOR CONTRACTORS NA NONE NULL NIL ' +
    'TBD TBA UNKNOWN UNASSIGNED UNDETERMINED PENDING VARIOUS APPLICABLE AVAILABLE PROVIDED LISTED SELECTED ' +
    'DETERMINED ANNOUNCED REQUIRED ABOVE BELOW ATTACHED X XX XXX XXXX',
);
const FILLER = wordSet(
  'THE AS IS ACTING OWN OR AND BY OF HIS HER THEIR MY TO BE NO NOT YET SEE HOME PROPERTY BUILDING LAND GENERAL ' +
    'BUILDER PLUMBER ELECTRICIAN AGENT PERMIT PERFORMING WORK DOING',
);

/**
 * A contractor's name as its identity: normalized like an owner's, without legal suffixes (INC, LLC, CORP, CO, LTD and
 * their long forms). "" for a placeholder, a name without a letter, and one of suffixes only.
 */
export function normalizeContractorName(name: string): string {
  const full = normalizeOwnerName(name);
  if (!/\p{L}/u.test(full) || isPlaceholder(full)) return '';
  let end = full.length;
  for (;;) {
    const space = full.lastIndexOf(' ', end - 1);
    if (!LEGAL_SUFFIXES.has(full.slice(space + 1, end))) return full.slice(0, end);
    if (space < 0) return '';
    end = space;
  }
}

/** The id of the contractor of this name, the same for every spelling of it; null where there is no contractor. */
export function contractorId(name: string | null): string | null {
  if (name === null) return null;
  const key = normalizeContractorName(name);
  return key === '' ? null : ownerId(key);
}

function isPlaceholder(full: string): boolean {
  let nobody = false;
  for (const word of full.replace(/\bN A\b/, 'NA').split(' ')) {
    if (NOBODY.has(word)) nobody = true;
    else if (!FILLER.has(word)) return false;
  }
  return nobody;
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
