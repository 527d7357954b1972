export { sign, TOLERANCE, verify } from '../../src/webhooks/verify/verify.mjs';
export { createTerrier, TerrierError } from './client.mjs';
