import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { PROJECT_ROOT, SETTINGS } from '../src/config.ts';
import { EVENT_CATALOG } from '../src/domain/events.ts';
import { ERROR_CODES } from '../src/domain/problems.ts';
import { withPart } from './marked-part.ts';

/** The default of a setting for the page: paths are relative to the project. */
function shownDefault(value: string | number | undefined): string {
  if (value === undefined || value === '') return 'none';
  return `\`${String(value).replace(`${PROJECT_ROOT}/`, '')}\``;
}

const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`)
    .join('');

const settingRows = Object.entries(SETTINGS).map(([name, setting]) => [
  `\`${name}\``,
  shownDefault(setting.default),
  setting.description,
]);
const codeRows = Object.entries(ERROR_CODES).map(([code, [status, meaning]]) => [
  String(status),
  `\`${code}\``,
  meaning,
]);

const eventRows = Object.entries(EVENT_CATALOG).map(([type, { description }]) => [
  `\`${type}\``,
  description,
]);

const TABLES = [
  { page: 'docs/settings.md', part: 'settings', text: table(['Setting', 'Default', 'Meaning'], settingRows) },
  { page: 'docs/webhooks.md', part: 'events', text: table(['Event type', 'Sent when'], eventRows) },
  { page: 'docs/errors.md', part: 'codes', text: table(['Status', 'Code', 'Meaning'], codeRows) },
];

/** The path and up-to-date text of each page with a generated table. */
export const tablePages = (): Promise<{ path: string; text: string }[]> =>
  Promise.all(
    TABLES.map(async ({ page, part, text }) => {
      const path = resolve(PROJECT_ROOT, page);
      return { path, text: withPart(await readFile(path, 'utf8'), part, text) };
    }),
  );
