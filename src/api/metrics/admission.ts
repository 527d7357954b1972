import { Counter, Gauge, Registry } from 'prom-client';
import type { Part } from './render.ts';

/** Callers who pay, and the rest: those without a key or with a free one. */
const CALLER_KINDS = ['paying', 'other'] as const;
export type CallerKind = (typeof CALLER_KINDS)[number];

/** Requests now in progress and waiting, and those admitted and refused since the start. */
export interface AdmissionFigures {
  inProgress: number;
  waiting: Record<CallerKind, number>;
  admitted: Record<CallerKind, number>;
  refused: Record<CallerKind, number>;
}

/** The requests that an API process has admitted, holds waiting and has refused. */
export function admissionPart(figures: () => AdmissionFigures): Part {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: 'terrier_admission',
    help: 'Requests that are in progress and that wait',
    labelNames: ['state'] as const,
    registers,
    collect() {
      const { inProgress, waiting } = figures();
      this.set({ state: 'in_work' }, inProgress);
      for (const kind of CALLER_KINDS) this.set({ state: `waiting_${kind}` }, waiting[kind]);
    },
  });
  new Counter({
    name: 'terrier_admission_requests_total',
    help: 'Requests that were let in and that were refused',
    labelNames: ['caller', 'outcome'] as const,
    registers,
    collect() {
      const { admitted, refused } = figures();
      this.reset();
      for (const caller of CALLER_KINDS) {
        this.inc({ caller, outcome: 'admitted' }, admitted[caller]);
        this.inc({ caller, outcome: 'refused' }, refused[caller]);
      }
    },
  });
  return { name: 'admission', registry };
}
