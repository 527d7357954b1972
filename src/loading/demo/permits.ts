import type { Trade } from './contractors.ts';
import { int, pick, type Random, random, words } from './random.ts';
import { DEMO_SOURCES } from './sources.ts';
import type { OpenCounty, Story } from './story.ts';
import { dayOf, isoDay, LAST_DAY, yearOf } from './types.ts';

type Job = readonly [type: string, work: string, trade: Trade, low: number, high: number, text: string];

/** Costs are in USD. */
const jobs = {
  build: ['Building', 'New', 'general', 180_000, 620_000, 'NEW SINGLE FAMILY DWELLING'],
  raise: ['Building', 'New', 'general', 900_000, 9_000_000, 'NEW COMMERCIAL BUILDING, SHELL'],
  remodel: ['Building', 'Alteration/Repairs', 'general', 6000, 90_000, 'INTERIOR REMODEL: KITCHEN AND BATH'],
  add: ['Building', 'Addition', 'general', 18_000, 160_000, 'REAR ADDITION AND COVERED DECK'],
  fit: ['Commercial', 'Tenant Improvement', 'general', 20_000, 750_000, 'TENANT FINISH, NO STRUCTURAL WORK'],
  roof: ['Roofing', 'Re-Roof', 'roofing', 5500, 32_000, 'TEAR OFF AND RE-ROOF, ASPHALT SHINGLE'],
  wire: ['Electrical', 'Existing', 'electrical', 400, 14_000, 'SERVICE CHANGE TO 200 AMP'],
  pipe: ['Plumbing', 'Existing', 'plumbing', 300, 11_000, 'WATER HEATER, LIKE FOR LIKE'],
  heat: ['Mechanical', 'Replacement', 'mechanical', 3500, 19_000, 'REPLACE FURNACE AND CONDENSER'],
  solar: ['Solar', 'New', 'solar', 12_000, 48_000, 'ROOF MOUNTED PV ARRAY'],
  pool: ['Pool', 'New', 'general', 35_000, 120_000, 'IN-GROUND POOL AND FENCE'],
  raze: ['Demolition', 'Demolition', 'general', 8000, 40_000, 'DEMOLISH DETACHED GARAGE'],
} as const satisfies Record<string, Job>;

type JobName = keyof typeof jobs;

/** Picks a job done on dwellings. */
const homeJob = words<JobName>(
  'remodel 15, add 6, roof 20, wire 18, pipe 14, heat 17, solar 6, pool 2.5, raze 1.5',
);
/** Picks a job done on all other buildings. */
const businessJob = words<JobName>('fit 48, raise 5, wire 14, pipe 8, heat 14, roof 8, raze 3');

type Stage = 'final' | 'issued' | 'in_review' | 'filed' | 'expired' | 'withdrawn';

/** Picks the stage of an older permit. */
const settled = words<Stage>('final 76, issued 8, expired 11, withdrawn 5');
/** Picks the stage of a permit from the last few months. */
const fresh = words<Stage>('final 18, issued 48, in_review 16, filed 14, withdrawn 4');

/** How offices word the stages. */
const stageWords: Readonly<Record<Stage, readonly string[]>> = {
  final: ['Complete', 'Permit Finaled', 'Closed', 'Final'],
  issued: ['Issued', 'Active', 'Permit Issued', 'Open'],
  in_review: ['In Review', 'Plan Check', 'Pending'],
  filed: ['Applied', 'Submitted', 'Application Received'],
  expired: ['Expired', 'Permit Expired'],
  withdrawn: ['Withdrawn', 'Void', 'Revoked', 'Permit Cancelled'],
};

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
