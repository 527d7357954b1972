import { counted } from '../domain/in-words.ts';
import type { Rehearsal } from '../loading/ingest/rehearse.ts';
import { type LoadReport, lossLines } from '../loading/ingest/report.ts';
import { type LeftOut, leftOutWords, shownLeftOut } from '../loading/sources/left-out.ts';
import { print, tell } from './print.ts';

const MOST_LISTED = 20;

/** What a source file leaves out, the most missed first. */
export const leftOutLines = (leftOut: readonly LeftOut[]): string[] =>
  leftOut.length === 0 ? [] : ['Left out:', ...leftOut.map((one) => `  ${leftOutWords(shownLeftOut(one))}`)];

const skippedWords = ({ skipped }: Pick<LoadReport, 'skipped'>) =>
  `${counted(skipped, 'row')} left out, as the source says`;

/** Prints what a load did. */
export function printSummary(report: LoadReport, leftOut: readonly LeftOut[] = []): void {
  for (const line of leftOutLines(leftOut)) print(line);
  for (const remark of report.remarks) print(`${remark}.`);
  if (report.error !== null && report.read === 0) {
    tell(`Nothing was loaded: ${report.error}`);
    return;
  }
  const { read, created, updated, unchanged, rejected, duplicates } = report;
  print(
    `${report.kind}: ${read} read, ${created} created, ${updated} updated, ${unchanged} unchanged, ${rejected} rejected`,
  );
  if (report.skipped > 0) print(skippedWords(report));
  for (const { county_fips, before, after } of report.replaced.slice(0, MOST_LISTED)) {
    print(`County ${county_fips} replaced: ${before} parcels before, ${after} now`);
  }
  const further = report.replaced.length - MOST_LISTED;
  if (further > 0) print(`${counted(further, 'more county', 'more counties')} replaced (--json lists them)`);
  if (report.removed > 0) print(`${counted(report.removed, 'parcel')} removed that the input does not hold`);
  if (duplicates > 0) print(`${counted(duplicates, 'duplicate id')}: the last record of each is used`);
  for (const line of lossLines(report)) print(line);
  if (report.ignored_keys.length > 0) print(`Ignored keys: ${report.ignored_keys.join(', ')}`);
  const { events, deliveries, over_quota, not_kept } = report.webhooks;
  if (events > 0) {
    const beyond = over_quota > 0 ? `, ${over_quota} beyond a day’s quota` : '';
    const lost = not_kept > 0 ? `, ${not_kept} more not kept` : '';
    print(
      `Webhooks: ${counted(events, 'event')}, ${counted(deliveries, 'delivery', 'deliveries')} queued${beyond}${lost}`,
    );
  }
  const { load, derive } = report.seconds;
  print(
    `${load.toFixed(1)} s to load, ${derive.toFixed(1)} s to derive (${counted(report.derived, 'parcel')} changed)`,
  );
  if (report.absent_parcels)
    print(
      `Not loaded: ${counted(report.absent_parcels, 'parcel')} named by these ${report.kind}, which show once the parcels are loaded`,
    );
  if (report.without_parcel) print(`Without a parcel: ${counted(report.without_parcel, 'permit')}`);
  if (report.demo_counties.length > 0) {
    const where = report.demo_counties.join(', ');
    print(`Made-up demo records are still in ${where}: \`terrier demo remove\` deletes them`);
  }
  if (report.error !== null) tell(`The load stopped early: ${report.error}`);
}

/** Prints what a dry run found. */
export function printRehearsal(
  { kind, read, taken, rejected, ...rest }: Rehearsal,
  leftOut: readonly LeftOut[] = [],
): void {
  for (const line of leftOutLines(leftOut)) print(line);
  for (const remark of rest.remarks) print(`${remark}.`);
  print(`${kind}: ${read} read, ${taken} would be loaded, ${rejected} rejected; nothing was written`);
  if (rest.skipped > 0) print(skippedWords(rest));
  if (rest.duplicates > 0)
    print(
      `${rest.duplicates_exact ? '' : 'about '}${counted(rest.duplicates, 'duplicate id')}: the last record of each is used`,
    );
  for (const line of [...lossLines(rest), ...rest.shared]) print(line);
  if (rest.ignored_keys.length > 0) print(`Ignored keys: ${rest.ignored_keys.join(', ')}`);
  if (rest.error !== null) tell(`The input cannot be read on: ${rest.error}`);
}
