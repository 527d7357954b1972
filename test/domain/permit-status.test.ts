import fc from 'fast-check';
import t from 'tap';
import { PERMIT_STATUSES, type PermitStatus, permitStatus } from '../../src/domain/permit-status.ts';

t.test('what publishers write is mapped to a status', async (t) => {
  const cases: [string | null, PermitStatus | null][] = [
    ['COMPLETE', 'final'],
    ['Completed', 'final'],
    ['ACTIVE', 'issued'],
    ['EXPIRED', 'expired'],
    ['CANCELLED', 'withdrawn'],
    ['Canceled', 'withdrawn'],
    ['REVOKED', 'withdrawn'],
    ['SUSPENDED', 'withdrawn'],
    ['PHASED PERMITTING', 'issued'],
    ['INACTIVE (INSPECTIONS COMPLETED)', 'final'],
    ['ACTIVE  (ISSUED)', 'issued'],
    ['Issued', 'issued'],
    ['Expired-Closed', 'expired'],
    ['Review Expired', 'expired'],
    ['Submitted - Online', 'filed'],
    ['Submitted', 'filed'],
    ['REVIEW IN PROGRESS', 'in_review'],
    ['In Review', 'in_review'],
    ['PENDING PICKUP (FINAL REVIEW DONE)', 'in_review'],
    ['Ready for Issuance', 'in_review'],
    ['DETAIL REVIEW COMPLETED', 'in_review'],
    ['On Hold', 'in_review'],
    ['Plan Check', 'in_review'],
    ['Approved', 'in_review'],
    ['Approved to Issue', 'in_review'],
    ['Application Complete', 'filed'],
    ['Application Accepted', 'filed'],
    ['Permit Finaled', 'final'],
    ['Finaled', 'final'],
    ['CO Issued', 'final'],
    ['Closed', 'final'],
    ['Pending Final Inspection', 'issued'],
    ['Under Construction', 'issued'],
    ['Reissued', 'issued'],
    ['Not Issued', 'in_review'],
    ['Denied', 'withdrawn'],
    ['Void', 'withdrawn'],
    ['Withdrawn by applicant', 'withdrawn'],
    ['Applied', 'filed'],
    ['New', 'filed'],
    ['INACTIVE', null],
    ['Renewable energy', null],
    ['7', null],
    ['   ', null],
    ['', null],
    [null, null],
  ];
  for (const [raw, status] of cases) {
    t.equal(permitStatus(raw), status, String(raw));
    if (raw !== null) t.equal(permitStatus(raw.toLowerCase()), status, `${raw} in lower case`);
  }
});

t.test('the statuses are mapped to themselves', async (t) => {
  for (const status of PERMIT_STATUSES) t.equal(permitStatus(status), status);
});

t.test('any text gets a status or null', async () => {
  fc.assert(
    fc.property(fc.string(), (raw) => {
      const status = permitStatus(raw);
      return status === null || PERMIT_STATUSES.includes(status);
    }),
  );
});
