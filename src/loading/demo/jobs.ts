import type { Trade } from './contractors.ts';
import { words } from './random.ts';

type Job = readonly [type: string, work: string, trade: Trade, low: number, high: number, text: string];

/** Costs are in USD. */
export const jobs = {
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

export type JobName = keyof typeof jobs;

/** Picks a job done on dwellings. */
export const homeJob = words<JobName>(
  'remodel 15, add 6, roof 20, wire 18, pipe 14, heat 17, solar 6, pool 2.5, raze 1.5',
);
/** Picks a job done on all other buildings. */
export const businessJob = words<JobName>('fit 48, raise 5, wire 14, pipe 8, heat 14, roof 8, raze 3');

export type Stage = 'final' | 'issued' | 'in_review' | 'filed' | 'expired' | 'withdrawn';

/** Picks the stage of an older permit. */
export const settled = words<Stage>('final 76, issued 8, expired 11, withdrawn 5');
/** Picks the stage of a permit from the last few months. */
export const fresh = words<Stage>('final 18, issued 48, in_review 16, filed 14, withdrawn 4');

/** How offices word the stages. */
export const stageWords: Readonly<Record<Stage, readonly string[]>> = {
  final: ['Complete', 'Permit Finaled', 'Closed', 'Final'],
  issued: ['Issued', 'Active', 'Permit Issued', 'Open'],
  in_review: ['In Review', 'Plan Check', 'Pending'],
  filed: ['Applied', 'Submitted', 'Application Received'],
  expired: ['Expired', 'Permit Expired'],
  withdrawn: ['Withdrawn', 'Void', 'Revoked', 'Permit Cancelled'],
};
