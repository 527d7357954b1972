import fc from 'fast-check';
import t from 'tap';
import { PERMIT_STATUSES, type PermitStatus, permitStatus } from '../../src/domain/permit-status.ts';
import { holds } from '../holds.ts';
import { grouped, listed } from '../listed.ts';

t.test('what publishers write is mapped to a status', async (t) => {
  const cases: [string | null, PermitStatus | null][] = [
    ...grouped<PermitStatus>(`
      final: COMPLETE · Completed · INACTIVE (INSPECTIONS COMPLETED) · Permit Finaled · Finaled
        · CO Issued · Closed
      issued: ACTIVE · PHASED PERMITTING · ACTIVE  (ISSUED) · Issued · Pending Final Inspection
        · Under Construction · Reissued
      expired: EXPIRED · Expired-Closed · Review Expired
      withdrawn: CANCELLED · Canceled · REVOKED · SUSPENDED · Denied · Void · Withdrawn by applicant
      filed: Submitted - Online · Submitted · Application Complete · Application Accepted · Applied · New
      in_review: REVIEW IN PROGRESS · In Review · PENDING PICKUP (FINAL REVIEW DONE) · Ready for Issuance
        · DETAIL REVIEW COMPLETED · On Hold · Plan Check · Approved · Approved to Issue · Not Issued
    `),
    ...listed('INACTIVE · Renewable energy · 7').map((none): [string, null] => [none, null]),
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
  await holds(100, [fc.string()], (raw) => {
    const status = permitStatus(raw);
    return status === null || PERMIT_STATUSES.includes(status);
  });
});
