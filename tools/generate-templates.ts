import { KINDS } from '../src/stores/elastic/indices.ts';
import { writeTemplate } from './templates.ts';

await Promise.all(KINDS.map(writeTemplate));
