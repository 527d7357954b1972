import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import t from 'tap';
import { PROJECT_ROOT } from '../../src/config.ts';
import { sameStreet } from '../../src/domain/address.ts';
import { classifyOwner } from '../../src/domain/entity-class.ts';
import { zoningCategory } from '../../src/domain/zoning-category.ts';

const page = readFileSync(resolve(PROJECT_ROOT, 'docs/rules.md'), 'utf8');

/** The rows of the table whose header begins with this cell. */
function rowsOf(header: string): string[][] {
  const lines = page.split('\n');
  const rows: string[][] = [];
  for (let at = lines.findIndex((line) => line.startsWith(`| ${header} |`)) + 2; ; at++) {
    const cells = /^\| (.*) \|$/.exec(lines[at] ?? '');
    if (cells === null) return rows;
    rows.push(cells[1]!.split(' | '));
  }
}

t.test('streets are compared as the page says', async (t) => {
  const rows = rowsOf('One line');
  t.ok(rows.length > 10);
  for (const [a = '', b = '', same] of rows) t.equal(sameStreet(a, b), same === 'yes', `${a} / ${b}`);
});

t.test('owners have the class that the page says', async (t) => {
  const rows = rowsOf('Owner');
  t.ok(rows.length > 10);
  for (const [name = '', expected] of rows) {
    const { entity_class, entity_type } = classifyOwner(name);
    t.equal(entity_class ?? (entity_type === 'individual' ? 'person' : entity_type), expected, name);
  }
});

t.test('land uses have the category that the page says', async (t) => {
  const rows = rowsOf('Land use or zoning');
  t.equal(rows.length, 8);
  for (const [uses = '', category] of rows) {
    for (const use of uses.split(', ')) t.equal(zoningCategory(null, use, null), category, use);
  }
});
