export { sign, TOLERANCE, verify } from '../verify/verify.mjs';
export { createTerrier, TerrierError } from './client.mjs';
