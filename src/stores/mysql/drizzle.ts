/**
 * drizzle-orm, loaded in its CommonJS form. Node parses a package's package.json again for each of its ES modules, and
 * this one is so long that every process would take a second longer to start.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export const {
  and,
  count,
  desc,
  eq,
  exists,
  getTableColumns,
  getTableName,
  gt,
  gte,
  inArray,
  isNull,
  like,
  lt,
  lte,
  min,
  not,
  or,
  sql,
}: typeof import('drizzle-orm') = require('drizzle-orm');
export const { drizzle }: typeof import('drizzle-orm/mysql2') = require('drizzle-orm/mysql2');
export const { migrate }: typeof import('drizzle-orm/mysql2/migrator') =
  require('drizzle-orm/mysql2/migrator');
export const {
  bigint,
  boolean,
  char,
  customType,
  date,
  datetime,
  index,
  int,
  mediumtext,
  mysqlTable,
  primaryKey,
  smallint,
  text,
  tinyint,
  unique,
  varbinary,
  varchar,
}: typeof import('drizzle-orm/mysql-core') = require('drizzle-orm/mysql-core');

/**
 * A list of values, or of rows of values, as one parameter for `IN (${list(ids)})` and `VALUES ${list(rows)}`. Use it for
 * many rows: the query builder makes a parameter of each value, which takes 20 times as long.
 */
export const list = (values: readonly unknown[]) => sql.param(values);
