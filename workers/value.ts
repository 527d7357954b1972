/** Makes a model of sales in a thread. */
export { valuation as default } from '../src/domain/value/model.ts';
