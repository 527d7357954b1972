import fc from 'fast-check';
import t from 'tap';
import { contractorId, normalizeContractorName } from '../../src/domain/contractor.ts';
import { holds } from '../holds.ts';
import { listed } from '../listed.ts';

t.test('spellings of one contractor are equal', async (t) => {
  const spellings = listed(`
    ZEPHYR ROOFING · Zephyr Roofing, LLC · ZEPHYR ROOFING L.L.C. · ZEPHYR ROOFING L L C ·
    ZEPHYR ROOFING INC. · ZEPHYR ROOFING, INCORPORATED · ZEPHYR ROOFING CO., INC. · Zephyr Roofing Company ·
    ZEPHYR ROOFING CORP · ZEPHYR ROOFING CORPORATION · ZEPHYR  ROOFING LTD · ZEPHYR-ROOFING LIMITED ·
    ZEPHYR ROOFING INC C/O PAT DOE
  `);
  for (const name of spellings) t.equal(normalizeContractorName(name), 'ZEPHYR ROOFING', name);
  t.equal(new Set(spellings.map(contractorId)).size, 1, 'one id');
  const others = ['ZEPHYR ROOFERS', 'ZEPHYR', 'ROOFING ZEPHYR', 'INC ZEPHYR ROOFING', 'ZEPHYR ROOFING GROUP'];
  for (const name of others)
    t.not(contractorId(name), contractorId('ZEPHYR ROOFING'), `${name} is another one`);
});

t.test('placeholders are not contractors', async (t) => {
  const placeholders = listed(`
    OWNER · Homeowner · HOME OWNER · Property Owner · OWNER/BUILDER · SELF · Self Contractor · SELF-CONTRACTOR ·
    OWNER AS CONTRACTOR · OWNER ACTING AS OWN PLUMBER · OWNER PERMIT · SAME AS OWNER · N/A · n.a. · NA · NONE ·
    TBD · To be determined · UNKNOWN · Not yet selected · NOT APPLICABLE · GENERAL CONTRACTOR · NO CONTRACTOR ·
    xxx · - · 000 · LLC · Co., Inc. · `);
  for (const name of placeholders) t.equal(contractorId(name), null, name);
  t.equal(contractorId(null), null);
  const real = listed(`
    SELF STORAGE BUILDERS LLC · HOMEOWNERS CHOICE ROOFING · OWNERS REPRESENTATIVE GROUP ·
    NONESUCH CONSTRUCTION · NA & SONS · HOME BUILDER SUPPLY · LAND WORK · OWN HOME BUILDER
  `);
  for (const name of real) t.type(contractorId(name), 'string', name);
});

t.test('an id depends on the normalized name, and a legal suffix does not change it', async () => {
  const word = fc.constantFrom(
    'ACME',
    'INC',
    'LLC',
    'CO',
    'LTD',
    'OWNER',
    'PAVING',
    'AND',
    '&',
    'L.L.C.',
    'N/A',
  );
  const name = fc.array(word, { maxLength: 5 }).map((words) => words.join(' '));
  await holds(100, [fc.oneof(name, fc.string())], (text) => {
    const key = normalizeContractorName(text);
    if ((contractorId(text) === null) !== (key === '')) return false;
    if (/(^| )(INC|LLC|CORP|CO|LTD)$/.test(key)) return false;
    return key === '' || contractorId(`${text}, INC`) === contractorId(text);
  });
});
