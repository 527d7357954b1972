/** Loaded before a test file with properties: gives those without a seed of their own one that can be told. */
import fc from 'fast-check';
import { seedOf } from '../seed.ts';

fc.configureGlobal({ seed: seedOf(1) });
