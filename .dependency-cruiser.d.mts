import type { ICruiseOptions } from 'dependency-cruiser';

declare const rules: { options: ICruiseOptions };
export default rules;
