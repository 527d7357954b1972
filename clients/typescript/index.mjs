export { sign, TOLERANCE, verify } from '../../src/verify/verify.mjs';
export { createTerrier, TerrierError } from './client.mjs';
