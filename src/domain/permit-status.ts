export const PERMIT_STATUSES = ['filed', 'issued', 'in_review', 'final', 'expired', 'withdrawn'] as const;

export type PermitStatus = (typeof PERMIT_STATUSES)[number];

// In upper case, single spaces for punctuation; the first match wins. The model is BLDS's StatusCurrentMapped. Work that
// awaits inspection has its permit; inspected work is final; a suspended or denied permit counts as withdrawn.
const PATTERNS: readonly (readonly [PermitStatus, RegExp])[] = [
  [
    'withdrawn',
    /\b(WITHDR[AE]WN?|WITHDRAWAL|CANCEL\w*|VOID\w*|REVOKED|REVOCATION|SUSPENDED|DENIED|DENIAL|REJECTED|DISAPPROVED|REFUSED|ABANDONED|TERMINATED)\b/,
  ],
  ['expired', /\b(EXPIRED|LAPSED)\b/],
  ['issued', /\b(PENDING|AWAITING|READY FOR|SCHEDULED|NEEDS) (FINAL )?INSPECTIONS?\b/],
  ['in_review', /\b(NOT ISSUED|(READY|APPROVED) (FOR|TO BE|TO) ISSU\w+|PENDING ISSU\w+|INCOMPLETE)\b/],
  ['filed', /\b(APPLICATION (IS )?COMPLETED?|PRE ?APPLICATION)\b/],
  [
    'in_review',
    /\b(REVIEWS?|REVIEWING|REVIEWED|PLAN CHECK|PLANCHECK|PENDING|AWAITING|ON HOLD|CORRECTIONS?)\b/,
  ],
  [
    'final',
    /\b(FINAL|FINALED|FINALIZED|COMPLETED?|COMPLETION|CLOSED|CLOSEOUT|SIGNED OFF|CO ISSUED|C OF O|COFO|CERTIFICATE|CERTIFIED)\b/,
  ],
  [
    'issued',
    /\b(ISSUED|REISSUED|ACTIVE|OPEN|REINSTATED|RENEWED|EXTENDED|UNDER CONSTRUCTION|INSPECTIONS?|PHASED PERMITTING)\b/,
  ],
  ['in_review', /\b(APPROVED|IN PROGRESS|IN PROCESS|PROCESSING)\b/],
  ['filed', /\b(FILED|SUBMITTED|SUBMITTAL|APPLIED|APPLICATION|RECEIVED|ACCEPTED|INTAKE|NEW)\b/],
];

/**
 * The state of a permit from what the publisher wrote ("COMPLETE", "Expired-Closed", "in_review"), in any case and
 * punctuation; null when it is empty or unknown.
 */
export function permitStatus(raw: string | null): PermitStatus | null {
  if (raw === null || raw === '') return null;
  const text = raw.toUpperCase().replace(/[^A-Z0-9]+/g, ' ');
  for (const [status, pattern] of PATTERNS) if (pattern.test(text)) return status;
  return null;
}
