export * from '../../src/webhooks/verify/verify.mjs';
export * from './client.mjs';
