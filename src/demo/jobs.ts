import type { Trade } from './contractors.ts';
import { wheel } from './random.ts';

/** Costs are in USD. */
export interface Job {
  type: string;
  work: string;
  trade: Trade;
  low: number;
  high: number;
  text: string;
}

export const jobs = {
  build: {
    type: 'Building',
    work: 'New',
    trade: 'general',
    low: 180_000,
    high: 620_000,
    text: 'NEW SINGLE FAMILY DWELLING',
  },
  raise: {
    type: 'Building',
    work: 'New',
    trade: 'general',
    low: 900_000,
    high: 9_000_000,
    text: 'NEW COMMERCIAL BUILDING, SHELL',
  },
  remodel: {
    type: 'Building',
    work: 'Alteration/Repairs',
    trade: 'general',
    low: 6000,
    high: 90_000,
    text: 'INTERIOR REMODEL: KITCHEN AND BATH',
  },
  add: {
    type: 'Building',
    work: 'Addition',
    trade: 'general',
    low: 18_000,
    high: 160_000,
    text: 'REAR ADDITION AND COVERED DECK',
  },
  fit: {
    type: 'Commercial',
    work: 'Tenant Improvement',
    trade: 'general',
    low: 20_000,
    high: 750_000,
    text: 'TENANT FINISH, NO STRUCTURAL WORK',
  },
  roof: {
    type: 'Roofing',
    work: 'Re-Roof',
    trade: 'roofing',
    low: 5500,
    high: 32_000,
    text: 'TEAR OFF AND RE-ROOF, ASPHALT SHINGLE',
  },
  wire: {
    type: 'Electrical',
    work: 'Existing',
    trade: 'electrical',
    low: 400,
    high: 14_000,
    text: 'SERVICE CHANGE TO 200 AMP',
  },
  pipe: {
    type: 'Plumbing',
    work: 'Existing',
    trade: 'plumbing',
    low: 300,
    high: 11_000,
    text: 'WATER HEATER, LIKE FOR LIKE',
  },
  heat: {
    type: 'Mechanical',
    work: 'Replacement',
    trade: 'mechanical',
    low: 3500,
    high: 19_000,
    text: 'REPLACE FURNACE AND CONDENSER',
  },
  solar: {
    type: 'Solar',
    work: 'New',
    trade: 'solar',
    low: 12_000,
    high: 48_000,
    text: 'ROOF MOUNTED PV ARRAY',
  },
  pool: {
    type: 'Pool',
    work: 'New',
    trade: 'pool',
    low: 35_000,
    high: 120_000,
    text: 'IN-GROUND POOL AND FENCE',
  },
  raze: {
    type: 'Demolition',
    work: 'Demolition',
    trade: 'demolition',
    low: 8000,
    high: 40_000,
    text: 'DEMOLISH DETACHED GARAGE',
  },
} as const satisfies Record<string, Job>;

/** Picks a job done on dwellings. */
export const homeJob = wheel<Job>([
  [15, jobs.remodel],
  [6, jobs.add],
  [20, jobs.roof],
  [18, jobs.wire],
  [14, jobs.pipe],
  [17, jobs.heat],
  [6, jobs.solar],
  [2.5, jobs.pool],
  [1.5, jobs.raze],
]);

/** Picks a job done on all other buildings. */
export const businessJob = wheel<Job>([
  [48, jobs.fit],
  [5, jobs.raise],
  [14, jobs.wire],
  [8, jobs.pipe],
  [14, jobs.heat],
  [8, jobs.roof],
  [3, jobs.raze],
]);

export type Stage = 'final' | 'issued' | 'in_review' | 'filed' | 'expired' | 'withdrawn';

export const statusWords: Readonly<Record<string, Readonly<Record<Stage, readonly string[]>>>> = {
  NE: {
    final: ['COMPLETE', 'FINAL'],
    issued: ['ISSUED', 'ACTIVE'],
    in_review: ['IN REVIEW'],
    filed: ['APPLIED'],
    expired: ['EXPIRED'],
    withdrawn: ['VOID', 'CANCELLED'],
  },
  NC: {
    final: ['Complete', 'Permit Finaled'],
    issued: ['Permit Issued', 'Issued'],
    in_review: ['In Review', 'Plan Review'],
    filed: ['Submitted'],
    expired: ['Permit Expired'],
    withdrawn: ['Permit Cancelled', 'Withdrawn'],
  },
  NH: {
    final: ['CLOSED', 'FINALED'],
    issued: ['ISSUED', 'OPEN'],
    in_review: ['PENDING'],
    filed: ['FILED'],
    expired: ['EXPIRED'],
    withdrawn: ['WITHDRAWN', 'REVOKED'],
  },
  TX: {
    final: ['Final', 'Closed'],
    issued: ['Active', 'Issued'],
    in_review: ['In Review'],
    filed: ['Pending'],
    expired: ['Expired'],
    withdrawn: ['Withdrawn', 'VOID', 'Suspended'],
  },
  CA: {
    final: ['Completed', 'Final'],
    issued: ['Issued', 'Phased Permitting'],
    in_review: ['Plan Check'],
    filed: ['Application Received'],
    expired: ['Expired'],
    withdrawn: ['Cancelled', 'Revoked'],
  },
};
