/**
 * How often the owner classes are wrong for published names: `node src/launch/run.mjs bench/names.ts [FOLDER]`.
 *
 * They are compared with how the publishers write names: these three write people as `LAST, FIRST`, and organizations
 * without a comma. Names are counted, never printed.
 */
import { resolve } from 'node:path';
import { PROJECT_ROOT } from '../src/config.ts';
import { classifyOwner } from '../src/domain/entity-class.ts';
import { readBy, recordsIn } from '../test/loading/sources/example.ts';

const HELP = `Counts wrong owner classes on published names.

  node src/launch/run.mjs bench/names.ts [FOLDER]

FOLDER (default ../shared/data) contains lincoln_ne, raleigh_nc and lebanon_nh with the publishers' files.`;

/** Files, by the source file's layer or the adapter that reads them. */
const FILES: Record<string, string[]> = {
  'us-ne-lancaster.json parcels': ['lincoln_ne/lancaster_parcels.csv.gz'],
  'us-nc-wake.json parcels': ['raleigh_nc/parcels.csv', 'raleigh_nc/owners.csv'],
  'us-nh-lebanon.json parcels': [
    'lebanon_nh/parcels_owners_sales.csv',
    'outlines/lebanon_nh/LebParcels_shp.zip',
  ],
};

/** `LAST, FIRST …`: at most three words, a comma, and a word that is not a number. */
const PERSON = /^[A-Z'-]+(?: [A-Z'-]+){0,2}, ?[A-Z'-]+(?: |$|&)/;
/** Words that only organizations, trusts and public bodies have. */
const ORGANIZATION =
  /\b(?:LLC|L L C|INC|CORP|CORPORATION|COMPANY|LTD|LLP|LP|TRUST|TRUSTEES?|BANK|CHURCH|CITY OF|COUNTY OF|STATE OF|UNITED STATES|UNIVERSITY|COLLEGE|ASSOCIATION|ASSN|SCHOOL|DISTRICT|AUTHORITY|PARTNERSHIP|FOUNDATION|HOSPITAL|MINISTRIES|SOCIETY|PROPERTIES|HOLDINGS|INVESTMENTS|TRS?|TTEES?|RLT|RVC|REVOC|REVOCABLE|FAMILY TR)\b/;

interface Counts {
  names: number;
  people: number;
  peopleWrong: number;
  organizations: number;
  organizationsWrong: number;
}

function judge(name: string, counts: Counts): void {
  counts.names++;
  const marked = ORGANIZATION.test(name);
  const isPerson = classifyOwner(name).entity_type === 'individual';
  if (PERSON.test(name) && !marked) {
    counts.people++;
    if (!isPerson) counts.peopleWrong++;
  } else if (marked && !name.includes(',')) {
    counts.organizations++;
    if (isPerson) counts.organizationsWrong++;
  }
}

async function namesOf(reader: string, files: string[]): Promise<Set<string>> {
  const names = new Set<string>();
  const { input } = await readBy(reader, files);
  for await (const { owner_name: name } of recordsIn(input)) {
    if (typeof name === 'string' && name.trim() !== '') names.add(name.trim().toUpperCase());
  }
  return names;
}

const [folder = resolve(PROJECT_ROOT, '../shared/data')] = process.argv.slice(2);
if (folder === '--help') console.log(HELP);
else {
  const table: Record<string, object> = {};
  for (const [reader, files] of Object.entries(FILES)) {
    const counts: Counts = { names: 0, people: 0, peopleWrong: 0, organizations: 0, organizationsWrong: 0 };
    const paths = files.map((file) => resolve(folder, file));
    for (const name of await namesOf(reader, paths)) judge(name, counts);
    table[reader] = {
      'distinct names': counts.names,
      'LAST, FIRST': counts.people,
      'of them judged no person': counts.peopleWrong,
      organizations: counts.organizations,
      'of them judged people': counts.organizationsWrong,
      undecided: counts.names - counts.people - counts.organizations,
    };
  }
  console.table(table);
}
