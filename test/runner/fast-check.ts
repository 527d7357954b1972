/** Loaded before a test file with properties: gives those without a seed one that can be reported. */
import fc from 'fast-check';
import { seedOf } from '../seed.ts';

fc.configureGlobal({ seed: seedOf(1) });
