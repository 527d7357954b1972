import { Counter, Gauge, Registry } from 'prom-client';
import { type Gate, RANKS } from '../admission/gate.ts';
import type { Part } from './render.ts';

/** The requests of an API process that were let in, wait and were refused. */
export function admissionPart(gate: Gate): Part {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: 'terrier_admission_limit',
    help: 'How many requests may be in work at once now',
    registers,
    collect() {
      this.set(gate.figures().limit);
    },
  });
  new Gauge({
    name: 'terrier_admission_requests',
    help: 'Requests in work, and those that wait by their caller',
    labelNames: ['state'] as const,
    registers,
    collect() {
      const { inWork, waiting } = gate.figures();
      this.set({ state: 'in_work' }, inWork);
      for (const rank of RANKS) this.set({ state: `waiting_${rank}` }, waiting[rank]);
    },
  });
  new Counter({
    name: 'terrier_admission_admitted_total',
    help: 'Requests that were let in, by their caller',
    labelNames: ['caller'] as const,
    registers,
    collect() {
      const { admitted } = gate.figures();
      this.reset();
      for (const caller of RANKS) this.inc({ caller }, admitted[caller]);
    },
  });
  new Counter({
    name: 'terrier_admission_refused_total',
    help: 'Requests that were refused with a 503: no room to wait (full), or waited too long (late)',
    labelNames: ['caller', 'reason'] as const,
    registers,
    collect() {
      const { refused } = gate.figures();
      this.reset();
      for (const caller of RANKS)
        for (const reason of ['full', 'late'] as const) this.inc({ caller, reason }, refused[caller][reason]);
    },
  });
  return { name: 'admission', registry };
}
