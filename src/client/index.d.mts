export * from '../verify/verify.mjs';
export * from './client.mjs';
