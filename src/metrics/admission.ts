import { Counter, Gauge, Registry } from 'prom-client';
import { type Gate, RANKS } from '../admission/gate.ts';
import type { Part } from './render.ts';

/** The requests of an API process that were let in, wait and were refused. */
export function admissionPart(gate: Gate): Part {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: 'terrier_admission',
    help: 'Requests that are in work and that wait, and the limit of those in work as it is now',
    labelNames: ['state'] as const,
    registers,
    collect() {
      const { limit, inWork, waiting } = gate.figures();
      this.set({ state: 'limit' }, limit);
      this.set({ state: 'in_work' }, inWork);
      for (const rank of RANKS) this.set({ state: `waiting_${rank}` }, waiting[rank]);
    },
  });
  new Counter({
    name: 'terrier_admission_requests_total',
    help: 'Requests that were let in, refused because no more may wait (full), and refused after a wait (late)',
    labelNames: ['caller', 'outcome'] as const,
    registers,
    collect() {
      const { admitted, refused } = gate.figures();
      this.reset();
      for (const caller of RANKS) {
        this.inc({ caller, outcome: 'admitted' }, admitted[caller]);
        this.inc({ caller, outcome: 'full' }, refused[caller].full);
        this.inc({ caller, outcome: 'late' }, refused[caller].late);
      }
    },
  });
  return { name: 'admission', registry };
}
