import { errors } from '@elastic/elasticsearch';
import { failureIn } from '../readers/failure.ts';

const MYSQL_AWAY = new Set(['ECONNREFUSED', 'ETIMEDOUT', 'PROTOCOL_CONNECTION_LOST', 'ENOTFOUND']);

function rootOf(error: unknown): Error & { code?: string } {
  let root = error as Error & { code?: string };
  while (root.cause instanceof Error) root = root.cause;
  return root;
}

/** What went wrong, in a line or two for the user. */
export function commonCause(error: unknown): string {
  const failure = failureIn(error);
  if (failure !== null) return failure.message;
  const root = rootOf(error);
  const away = 'Is it running? Check with `terrier stack status`, start it with `terrier stack up`.';
  if (error instanceof errors.ConnectionError || error instanceof errors.NoLivingConnectionsError) {
    return `Elasticsearch cannot be reached (${root.message}). ${away}`;
  }
  if (root.code !== undefined && MYSQL_AWAY.has(root.code))
    return `MySQL cannot be reached (${root.code}). ${away}`;
  return root.message;
}
