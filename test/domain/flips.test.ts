import t from 'tap';
import { addMonths, flipsOf, flipTier, type UsableSale } from '../../src/domain/flips.ts';

let made = 0;
/** A sale at arm's length, with unknown parties by default. */
function sale(date: string, rest: Partial<UsableSale> = {}): UsableSale {
  made++;
  const nobody = { recorded_date: null, document_number: null, grantor: null, grantee: null };
  return { id: String(made).padStart(6, '0'), date, price: 100_000, ...nobody, ...rest };
}

t.test('months later in a shorter month, the last day replaces a missing one', async (t) => {
  const cases: [string, number, string][] = [
    ['2023-01-15', 6, '2023-07-15'],
    ['2023-08-31', 6, '2024-02-29'],
    ['2022-08-31', 6, '2023-02-28'],
    ['2023-03-31', 6, '2023-09-30'],
    ['2023-12-31', 6, '2024-06-30'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2024-02-29', 24, '2026-02-28'],
    ['2024-02-28', 12, '2025-02-28'],
    ['2023-02-28', 12, '2024-02-28'],
    ['1999-12-31', 24, '2001-12-31'],
    ['2098-02-28', 24, '2100-02-28'],
    ['2096-02-29', 48, '2100-02-28'],
    ['1896-02-29', 48, '1900-02-28'],
    ['1996-02-29', 48, '2000-02-29'],
    ['1752-10-31', 1, '1752-11-30'],
    ['2023-05-31', 0, '2023-05-31'],
  ];
  for (const [date, months, later] of cases) t.equal(addMonths(date, months), later, `${date} + ${months}`);
});

t.test('each tier has its exact limits', async (t) => {
  const cases: [string, string, string | null][] = [
    ['2023-01-31', '2023-01-31', null],
    ['2023-01-31', '2023-02-13', null],
    ['2023-01-31', '2023-02-14', 'quick'],
    ['2024-02-20', '2024-03-04', null],
    ['2024-02-20', '2024-03-05', 'quick'],
    ['2023-02-20', '2023-03-06', 'quick'],
    ['2023-01-10', '2023-07-09', 'quick'],
    ['2023-01-10', '2023-07-10', 'standard'],
    ['2022-08-31', '2023-02-27', 'quick'],
    ['2022-08-31', '2023-02-28', 'standard'],
    ['2023-08-31', '2024-02-28', 'quick'],
    ['2023-08-31', '2024-02-29', 'standard'],
    ['2023-01-10', '2024-01-09', 'standard'],
    ['2023-01-10', '2024-01-10', 'long'],
    ['2024-02-29', '2025-02-27', 'standard'],
    ['2024-02-29', '2025-02-28', 'long'],
    ['2023-01-10', '2025-01-10', 'long'],
    ['2023-01-10', '2025-01-11', null],
    ['2024-02-29', '2026-02-28', 'long'],
    ['2024-02-29', '2026-03-01', null],
    ['2023-01-10', '2033-01-10', null],
    ['2023-03-10', '2023-01-10', null],
  ];
  for (const [buy, sell, tier] of cases) t.equal(flipTier(buy, sell), tier, `${buy} to ${sell}`);
});

t.test('the seller must be the buyer of the sale before, if both are known', async (t) => {
  const cases: [string | null, string | null, boolean, string | null][] = [
    ['DRAPER SAM', 'DRAPER SAM', true, 'DRAPER SAM'],
    ['DRAPER, SAM', 'draper sam', true, 'DRAPER, SAM'],
    ['DRAPER SAM C/O ROE', "D'RAPER SAM", true, 'DRAPER SAM C/O ROE'],
    ['DRAPER & CO', 'DRAPER AND CO.', true, 'DRAPER & CO'],
    ['DRAPER SAM', 'ELLERY TOM', false, null],
    ['DRAPER SAM', 'SAM DRAPER', false, null],
    ['WREN LLC', 'WREN INC', false, null],
    ['DRAPER SAM', null, true, 'DRAPER SAM'],
    [null, 'ELLERY TOM', true, 'ELLERY TOM'],
    [null, null, true, null],
    ['---', 'ELLERY TOM', true, 'ELLERY TOM'],
    ['DRAPER SAM', '.', true, 'DRAPER SAM'],
    ['---', '', true, null],
  ];
  for (const [grantee, grantor, flips, buyer_name] of cases) {
    const found = flipsOf([sale('2023-01-10', { grantee }), sale('2023-06-10', { grantor })]);
    const name = `${grantee} buys, ${grantor} sells`;
    t.equal(found.length, flips ? 1 : 0, name);
    if (flips) t.equal(found[0]!.buyer_name, buyer_name, name);
  }
});
