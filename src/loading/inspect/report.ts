import type { Rehearsal } from '../ingest/rehearse.ts';
import { lossLines } from '../ingest/report.ts';
import type { Table } from '../readers/table.ts';
import { leftOutWords, shownLeftOut } from '../sources/left-out.ts';
import { describe } from '../sources/mapping.ts';
import { leftOutOf, missingIn } from './left-out.ts';
import { figure, percent } from './look.ts';
import type { ColumnProfile, TableProfile } from './profile.ts';
import type { FieldProposal, Proposal } from './proposal.ts';

export interface Report {
  table: Pick<Table, 'name' | 'format' | 'encoding' | 'projection' | 'geometry' | 'count' | 'remarks'>;
  profile: TableProfile;
  proposal: Proposal;
  /** What a load would do with the rows; null where that cannot be tried. */
  preview: Rehearsal | null;
}

const NARROWEST = 60;
const cut = (text: string, width: number) =>
  text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;

/** A sentence over several lines. */
function wrapped(text: string, width: number, indent: string): string[] {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(' ')) {
    if (line.length > indent.length && line.length + 1 + word.length > width) {
      lines.push(line);
      line = indent;
    }
    line += line.length > indent.length ? ` ${word}` : word;
  }
  return [...lines, line];
}

const NARROWEST_LAST = 30;

/** Rows in columns, each as wide as its longest text; the last one takes what is left, and is cut or wrapped there. */
function tableLines(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
  long: 'cut' | 'wrap' = 'cut',
): string[] {
  const all = [head, ...rows];
  const last = head.length - 1;
  const widths = head.slice(0, last).map((_, i) => Math.max(...all.map((row) => row[i]!.length)));
  const room = () => width - widths.reduce((sum, wide) => sum + wide + 2, 2);
  // The widest columns are narrowed first, down to twelve characters.
  while (room() < NARROWEST_LAST && Math.max(...widths) > 12) widths[widths.indexOf(Math.max(...widths))]!--;
  const rest = Math.max(10, room());
  return all.flatMap((row) => {
    const before = widths.map((wide, i) => cut(row[i]!, wide).padEnd(wide)).join('  ');
    const [first = '', ...more] = long === 'wrap' ? wrapped(row[last]!, rest, '') : [cut(row[last]!, rest)];
    const indent = ' '.repeat(before.length + 4);
    return [`  ${before}  ${first}`.trimEnd(), ...more.map((line) => indent + line)];
  });
}

function headLines({ table, profile }: Report, width: number): string[] {
  const rows = profile.whole ? `${figure(profile.rows)} rows` : `the first ${figure(profile.rows)} rows`;
  const of = !profile.whole && table.count !== null ? ` of ${figure(table.count)}` : '';
  const facts = [
    table.format,
    table.encoding,
    table.projection,
    table.geometry === null ? null : `${table.geometry} in ${percent(profile.located)} of rows`,
    `${rows}${of}`,
    `${profile.columns.length} columns`,
  ].filter((fact) => fact !== null);
  return [table.name, ...wrapped(facts.join(', '), width, '  ')];
}

function typeOf({ column, shapes }: ColumnProfile): string {
  if (column.type !== 'text') return column.type;
  const date = Object.entries(shapes).find(([name, share]) => /^date:.*Y/.test(name) && share > 0.9);
  if (date) return date[0].slice('date:'.length);
  if ((shapes.integer ?? 0) > 0.95) return 'integer';
  return (shapes.number ?? 0) > 0.95 ? 'number' : 'text';
}

const distinctOf = ({ distinct: { count, exact } }: ColumnProfile) =>
  exact ? figure(count) : `about ${figure(count)}`;

function columnLines({ columns }: TableProfile, width: number): string[] {
  const rows = columns.map((profile) => [
    profile.column.alias ? `${profile.column.name} (${profile.column.alias})` : profile.column.name,
    typeOf(profile),
    percent(profile.filled),
    distinctOf(profile),
    profile.examples.join(' | '),
  ]);
  return tableLines(['Column', 'Type', 'Filled', 'Values', 'Examples'], rows, width);
}

function fieldLines(fields: readonly FieldProposal[], width: number): string[] {
  const rows = fields.map(({ field, form, certainty, reason }) => [field, describe(form), certainty, reason]);
  const lines = tableLines(['Field', 'Column', 'How sure', 'Why'], rows, width, 'wrap');
  const others = fields.flatMap(({ field, runnersUp }) => {
    if (runnersUp.length === 0) return [];
    const names = runnersUp.slice(0, 3).map(({ columns }) => columns.join(' + '));
    return wrapped(`${field} could also be ${names.join(', ')}.`, width, '  ');
  });
  return others.length > 0 ? [...lines, '', ...others] : lines;
}

function previewLines(preview: Rehearsal, width: number): string[] {
  const { kind, read, taken, located, skipped, duplicates, duplicates_exact } = preview;
  const about = duplicates_exact ? '' : 'about ';
  const different = duplicates === 0 ? '' : `, as ${about}${figure(taken - duplicates)} different ${kind}`;
  const facts = [
    `${figure(taken)} of ${figure(read + skipped)} rows would be loaded${different}`,
    `${figure(located)} with a place on the map`,
    skipped > 0 ? `${figure(skipped)} left out` : null,
  ].filter((fact) => fact !== null);
  const derived = Object.entries(preview.derived).flatMap(([field, counts]) => {
    const values = Object.entries(counts).sort((a, b) => b[1] - a[1]);
    // A field that is unknown in all records is left out.
    if (values.every(([value]) => value === 'unknown')) return [];
    return wrapped(
      `${field}: ${values.map(([value, count]) => `${value} ${count}`).join(', ')}`,
      width,
      '  ',
    );
  });
  return [
    ...wrapped(`${facts.join(', ')}.`, width, '  '),
    ...lossLines(preview).map((line) => cut(`  ${line}`, width)),
    ...preview.shared.flatMap((sentence) => wrapped(sentence, width, '  ')),
    ...(derived.length > 0 ? ['  Of some of the records:', ...derived] : []),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines];
}

/**
 * The report as lines for a terminal of this width. It shows three examples of each column, which name people: show it only
 * to the person who asked, and never log it.
 * @param isLoaded whether a load follows, which says itself what it leaves out.
 */
export function reportLines(report: Report, width: number, { isLoaded = false } = {}): string[] {
  const wide = Math.max(NARROWEST, width);
  const { table, profile, proposal, preview } = report;
  const sentences = (list: readonly string[]) => list.flatMap((sentence) => wrapped(sentence, wide, '  '));
  const unread = Object.entries(profile.rejected).map(
    ([reason, rows]) => `${figure(rows)} rows cannot be read: ${reason}.`,
  );
  // A load that stops early says nothing of the table.
  const remarks = preview?.error === null ? preview.remarks.map((sentence) => `${sentence}.`) : table.remarks;
  const { refused } = proposal;
  const guessed = sentences(
    proposal.fields.flatMap(({ field, form, certainty }) =>
      field === 'parcel_id' && certainty === 'guess' ? [`If ${field} is ${describe(form)}:`] : [],
    ),
  );
  const leftOut = leftOutOf(proposal);
  const verdict =
    leftOut.length === 0
      ? 'The proposal is good enough for --auto.'
      : '--auto loads all but what is left out.';
  return [
    ...headLines(report, wide),
    ...section('Columns', columnLines(profile, wide)),
    ...section(
      proposal.layout === null ? 'Proposal' : `Proposal (the layout is that of ${proposal.layout})`,
      fieldLines(proposal.fields, wide),
    ),
    ...section('Remarks', sentences([...remarks, ...unread, ...proposal.remarks])),
    ...section('What a load would do', preview === null ? [] : [...guessed, ...previewLines(preview, wide)]),
    ...section(
      'Left out',
      isLoaded ? [] : sentences(leftOut.map((column) => leftOutWords(shownLeftOut(column)))),
    ),
    ...section('Missing', sentences(missingIn(proposal))),
    ...section(refused === null ? 'Ready' : 'To decide', sentences([refused?.words ?? verdict])),
  ];
}
