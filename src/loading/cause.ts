import { errors } from '@elastic/elasticsearch';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { failureIn } from './readers/failure.ts';

const MYSQL_AWAY = new Set(['ECONNREFUSED', 'ETIMEDOUT', 'PROTOCOL_CONNECTION_LOST', 'ENOTFOUND']);

type Link = Error & { code?: string };

/** An error and what caused it, the innermost last. */
function chainOf(error: unknown): Link[] {
  const links: Link[] = [];
  for (let link = error; link instanceof Error && !links.includes(link); link = link.cause) links.push(link);
  return links;
}

/** Whether an error's message is a sentence for people: not a system's error, nor a query, which may contain values. */
const isSentence = (link: Link): boolean =>
  link.code === undefined &&
  link.message !== '' &&
  !(link instanceof DrizzleQueryError) &&
  link.name === 'Error';

/** What went wrong, in a line or two for the user: the most informative sentence, such as one with the file and a remedy. */
export function commonCause(error: unknown): string {
  const links = chainOf(error);
  const root = links.at(-1);
  if (root === undefined) return String(error);
  const away = 'Is it running? Check with `terrier stack status`, start it with `terrier stack up`.';
  if (error instanceof errors.ConnectionError || error instanceof errors.NoLivingConnectionsError) {
    return `Elasticsearch cannot be reached (${root.message}). ${away}`;
  }
  const [outermost] = links;
  if (outermost && isSentence(outermost)) return outermost.message;
  const failure = failureIn(error);
  if (failure !== null) return failure.message;
  if (root.code !== undefined && MYSQL_AWAY.has(root.code))
    return `MySQL cannot be reached (${root.code}). ${away}`;
  return links.find(isSentence)?.message ?? root.message;
}
