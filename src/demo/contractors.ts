import { int, pick, type Random, random, rankedPicker, wheel } from './random.ts';
import type { County } from './types.ts';
import { brandFirst, firstNames, lastNames } from './words.ts';

export type Trade =
  | 'general'
  | 'roofing'
  | 'electrical'
  | 'plumbing'
  | 'mechanical'
  | 'solar'
  | 'pool'
  | 'demolition';

/** The license is the same on all permits; the spelling of the name varies. */
export interface Contractor {
  base: string;
  suffix: string;
  license: string | null;
}

const tradeNames: Readonly<Record<Trade, readonly string[]>> = {
  general: ['CONSTRUCTION', 'BUILDERS', 'CUSTOM HOMES', 'CONTRACTING', 'REMODELING'],
  roofing: ['ROOFING', 'ROOFING & EXTERIORS', 'EXTERIORS'],
  electrical: ['ELECTRIC', 'ELECTRICAL SERVICES'],
  plumbing: ['PLUMBING', 'PLUMBING & DRAIN'],
  mechanical: ['HEATING & AIR', 'MECHANICAL', 'COMFORT SYSTEMS'],
  solar: ['SOLAR', 'SOLAR ENERGY'],
  pool: ['POOLS', 'POOL & SPA'],
  demolition: ['DEMOLITION', 'WRECKING & EXCAVATION'],
};

const suffixes = ['INC', 'INC', 'LLC', 'LLC', 'CO', 'CORP', 'LTD', ''];

const everywhere: Readonly<Partial<Record<Trade, Contractor>>> = {
  general: { base: 'TOPSAIL HOMES', suffix: 'INC', license: null },
  roofing: { base: 'STORMCREST ROOFING', suffix: 'LLC', license: null },
  solar: { base: 'HELIOFIELD SOLAR', suffix: 'CORP', license: null },
  mechanical: { base: 'ONE CALL HEATING & AIR', suffix: 'INC', license: null },
};

const placeholders = [
  'OWNER',
  'HOMEOWNER',
  'Homeowner',
  'SELF',
  'N/A',
  'TBD',
  'OWNER/BUILDER',
  'SELF CONTRACTOR',
  'NONE',
];

function titleCase(text: string): string {
  return text.toLowerCase().replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

const spellings = wheel<(base: string, suffix: string) => string>([
  [46, (base, suffix) => `${base} ${suffix}`],
  [14, (base, suffix) => `${base}, ${suffix}`],
  [12, (base, suffix) => `${titleCase(base)}, ${suffix === 'LLC' ? suffix : `${titleCase(suffix)}.`}`],
  [10, (base, suffix) => `${base} ${suffix}.`],
  [8, (base, suffix) => `${base}, ${suffix}.`],
  [6, (base) => base],
  [4, (base) => titleCase(base)],
]);

/** Writes a contractor's name as one of the clerks would. */
export function spell(r: Random, { base, suffix }: Contractor): string {
  if (suffix === '') return r() < 0.7 ? base : titleCase(base);
  return spellings(r)(base, suffix);
}

/** Picks the contractor of a job in a county: null when the office published none. */
export type Hire = (r: Random, trade: Trade) => { name: string | null; license: string | null };

/** Makes the contractors of a county. The busiest of a trade has about a third of its jobs. */
export function contractorsOf(county: County): Hire {
  const r = random(county.seed, 0, 11);
  const byTrade = new Map<Trade, (r: Random) => Contractor>();
  for (const trade of Object.keys(tradeNames) as Trade[]) {
    const list: Contractor[] = [];
    for (let i = trade === 'general' ? 16 : 6; i > 0; i--) {
      const brand = r() < 0.3 ? pick(r, lastNames) : pick(r, brandFirst);
      const suffix = pick(r, suffixes);
      const license =
        r() < 0.85 ? `${county.state}-${trade.slice(0, 1).toUpperCase()}${int(r, 10_000, 99_999)}` : null;
      list.push({ base: `${brand} ${pick(r, tradeNames[trade])}`, suffix, license });
    }
    const wide = everywhere[trade];
    if (wide !== undefined) list.splice(1, 0, wide);
    byTrade.set(trade, rankedPicker(list, 0.9));
  }
  return (r, trade) => {
    const u = r();
    if (u < 0.1) return { name: null, license: null };
    if (u < 0.21) return { name: pick(r, placeholders), license: null };
    if (u < 0.24) return { name: `${pick(r, firstNames)} ${pick(r, lastNames)}`, license: null };
    const contractor = (byTrade.get(trade) as (r: Random) => Contractor)(r);
    return { name: spell(r, contractor), license: r() < 0.9 ? contractor.license : null };
  };
}
