import { customType } from './drizzle.ts';

/** Bytes that are not text: drizzle's own binary types read text. */
export const bytes = (type: 'mediumblob' | `${'binary' | 'varbinary'}(${number})`) =>
  customType<{ data: Buffer }>({ dataType: () => type });
