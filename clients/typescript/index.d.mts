export * from '../../src/verify/verify.mjs';
export * from './client.mjs';
