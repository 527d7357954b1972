import { contractorsOf, type Hire } from './contractors.ts';
import { dayOf, isoDay, LAST_DAY, yearOf } from './dates.ts';
import { businessJob, homeJob, type Job, jobs, type Stage, statusWords } from './jobs.ts';
import { int, pick, type Random, random, wheel } from './random.ts';
import { DEMO_SOURCES } from './sources.ts';
import type { OpenCounty, Story } from './story.ts';
import type { CanonicalPermit, County } from './types.ts';

const settled = wheel<Stage>([
  [76, 'final'],
  [8, 'issued'],
  [11, 'expired'],
  [5, 'withdrawn'],
]);
const fresh = wheel<Stage>([
  [18, 'final'],
  [48, 'issued'],
  [16, 'in_review'],
  [14, 'filed'],
  [4, 'withdrawn'],
]);

type Facts = Omit<CanonicalPermit, 'parcel_id' | 'location'>;

const hires = new WeakMap<County, Hire>();

function hireOf(county: County): Hire {
  let hire = hires.get(county);
  if (hire === undefined) {
    hire = contractorsOf(county);
    hires.set(county, hire);
  }
  return hire;
}

function costOf(r: Random, job: Job): number | null {
  const u = r();
  if (u < 0.14) return null;
  if (u < 0.2) return 0;
  if (u < 0.21) return 1;
  return Math.round(job.low + (job.high - job.low) * r() ** 2.2);
}

interface Filing {
  county: County;
  city: string;
  job: Job;
  filed: number;
  serial: number;
  owner: string | null;
}

/** One permit that was filed on or after a day, without the parcel. */
function facts(r: Random, { county, city, job, filed, serial, owner }: Filing): Facts {
  const recent = filed > LAST_DAY - 150;
  const stage = recent ? fresh(r) : settled(r);
  const started = stage !== 'filed' && stage !== 'in_review' && (stage !== 'withdrawn' || r() < 0.5);
  const issued = started ? Math.min(filed + int(r, 0, 45), LAST_DAY) : null;
  const completed = stage === 'final' && issued !== null ? Math.min(issued + int(r, 5, 320), LAST_DAY) : null;
  const { name, license } = hireOf(county)(r, job.trade);
  return {
    jurisdiction_id: `${county.state}-${city.replaceAll(' ', '-')}`.toLowerCase(),
    permit_number: county.permitNumber(yearOf(filed), serial),
    permit_type: job.type,
    permit_status: r() < 0.98 ? pick(r, statusWords[county.state]?.[stage] ?? [stage]) : null,
    filed_date: r() < 0.02 && issued !== null ? null : isoDay(filed),
    issued_date: issued === null ? null : isoDay(issued),
    completed_date: completed === null ? null : isoDay(completed),
    expires_date: issued === null || r() < 0.4 ? null : isoDay(issued + 365),
    description: r() < 0.05 ? null : job.text,
    estimated_cost: costOf(r, job),
    contractor_name: name,
    contractor_license: license,
    applicant_name: r() < 0.5 ? owner : name,
    county_fips: county.fips,
    work_class: r() < 0.9 ? job.work : null,
    source: DEMO_SOURCES.permits,
  };
}

/** Serials below this belong to single parcels, those above to blocks. */
const SERIALS = 1 << 16;

/** Writes the permits of one parcel; a block sold as one has one permit over all its parcels. */
export function* permitsOf({ county }: OpenCounty, story: Story): Generator<CanonicalPermit> {
  const { lot, building, bulk, owner } = story;
  const r = random(county.seed, lot.index, 4);
  const { city } = lot.town;
  const parcel_id = county.permitsLinked ? story.parcelId : null;
  const location = r() < 0.97 ? lot.location : null;
  if (bulk !== undefined && lot.block % 3 !== 0) {
    const shared = random(county.seed, lot.block, 10);
    const filed = Math.min(bulk.day + int(shared, 20, 200), LAST_DAY - 3);
    const job = pick(shared, [jobs.build, jobs.roof, jobs.raze]);
    yield {
      ...facts(shared, { county, city, job, filed, serial: SERIALS + lot.block, owner: bulk.buyer.name }),
      parcel_id,
      location,
    };
  }
  const home = building.bedrooms !== null;
  if (!home && building.buildingSqft === null && r() < 0.9) return;
  const ownerName = owner === null ? null : owner.name;
  let ordinal = 0;
  const nextSerial = (): number => Math.imul(lot.index * 8 + ordinal++, 25_173) & (SERIALS - 1);
  if (home && building.yearBuilt !== null && building.yearBuilt >= 2010 && !lot.condo) {
    const filed = Math.min(dayOf(building.yearBuilt, 1, 1) - int(r, 0, 200), LAST_DAY);
    yield {
      ...facts(r, { county, city, job: jobs.build, filed, serial: nextSerial(), owner: ownerName }),
      parcel_id,
      location,
    };
  }
  const count = Math.floor(-Math.log(1 - r()) * (home ? 1.1 : 1.6));
  const from = Math.max(dayOf(2006, 1, 1), dayOf((building.yearBuilt ?? 1990) + 1, 6, 1));
  if (from > LAST_DAY - 30) return;
  for (let i = Math.min(count, 6); i > 0; i--) {
    const filed = Math.floor(from + (LAST_DAY - from) * r() ** 0.55);
    const job = home ? homeJob(r) : businessJob(r);
    yield {
      ...facts(r, { county, city, job, filed, serial: nextSerial(), owner: ownerName }),
      parcel_id,
      location,
    };
  }
}
