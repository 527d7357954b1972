import { dayOf, isoDay, LAST_DAY, yearOf } from './dates.ts';
import { businessJob, fresh, homeJob, type JobName, jobs, settled, stageWords } from './jobs.ts';
import { int, pick, type Random, random } from './random.ts';
import { DEMO_SOURCES } from './sources.ts';
import type { OpenCounty, Story } from './story.ts';

/** The state where permits name no parcel. */
const UNLINKED = 'NH';
/** Serial numbers below this belong to single parcels, the others to blocks. */
const SERIALS = 1 << 16;

function costOf(r: Random, low: number, high: number): number | null {
  const u = r();
  if (u < 0.14) return null;
  return u < 0.2 ? 0 : Math.round(low + (high - low) * r() ** 2.2);
}

interface Filing {
  job: JobName;
  /** Day number. */
  filed: number;
  serial: number;
}

function permitOf(r: Random, { county, hire }: OpenCounty, story: Story, { job, filed, serial }: Filing) {
  const { lot, owner } = story;
  const [type, work, trade, low, high, text] = jobs[job];
  const stage = (filed > LAST_DAY - 150 ? fresh : settled)(r);
  const isStarted = stage !== 'filed' && stage !== 'in_review' && (stage !== 'withdrawn' || r() < 0.5);
  const issued = isStarted ? Math.min(filed + int(r, 0, 45), LAST_DAY) : null;
  const completed = stage === 'final' && issued !== null ? Math.min(issued + int(r, 5, 320), LAST_DAY) : null;
  const status = pick(r, stageWords[stage]);
  const { name, license } = hire(r, trade);
  return {
    jurisdiction_id: `${county.state}-${lot.town.city.replaceAll(' ', '-')}`.toLowerCase(),
    permit_number: county.permitNumber(yearOf(filed), serial),
    permit_type: type,
    permit_status: r() < 0.02 ? null : county.style.capitals ? status.toUpperCase() : status,
    filed_date: r() < 0.02 && issued !== null ? null : isoDay(filed),
    issued_date: issued === null ? null : isoDay(issued),
    completed_date: completed === null ? null : isoDay(completed),
    expires_date: issued === null || r() < 0.4 ? null : isoDay(issued + 365),
    description: r() < 0.05 ? null : text,
    estimated_cost: costOf(r, low, high),
    contractor_name: name,
    contractor_license: license,
    applicant_name: r() < 0.5 ? (owner?.name ?? null) : name,
    county_fips: county.fips,
    parcel_id: county.state === UNLINKED ? null : lot.parcelId,
    location: lot.location,
    work_class: r() < 0.9 ? work : null,
    source: DEMO_SOURCES.permits,
  };
}

/** Writes the permits of one parcel; lots that were bought together share one permit. */
export function* permitsOf(open: OpenCounty, story: Story) {
  const { county } = open;
  const { lot, building, bulkDay } = story;
  if (bulkDay !== null && lot.block % 3 !== 0) {
    const r = random(Number(county.fips), lot.block, 10);
    const filed = Math.min(bulkDay + int(r, 20, 200), LAST_DAY - 3);
    const job = pick(r, ['build', 'roof', 'raze'] as const);
    yield permitOf(r, open, story, { job, filed, serial: SERIALS + lot.block });
  }
  const r = random(Number(county.fips), lot.index, 4);
  const isHome = building.bedrooms !== null;
  if (building.yearBuilt === null && r() < 0.9) return;
  const year = building.yearBuilt ?? 1990;
  let count = 0;
  const nextSerial = () => Math.imul(lot.index * 8 + count++, 25_173) & (SERIALS - 1);
  if (isHome && year >= 2010 && !lot.condo) {
    const filed = Math.min(dayOf(year, 1, 1) - int(r, 0, 200), LAST_DAY);
    yield permitOf(r, open, story, { job: 'build', filed, serial: nextSerial() });
  }
  const from = Math.max(dayOf(2006, 1, 1), dayOf(year + 1, 6, 1));
  if (from > LAST_DAY - 30) return;
  const wanted = Math.min(6, Math.floor(-Math.log(1 - r()) * (isHome ? 1.1 : 1.6)));
  for (let n = 0; n < wanted; n++) {
    const filed = Math.floor(from + (LAST_DAY - from) * r() ** 0.55);
    yield permitOf(r, open, story, { job: (isHome ? homeJob : businessJob)(r), filed, serial: nextSerial() });
  }
}
