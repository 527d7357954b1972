import { errors } from '@elastic/elasticsearch';
import { codesOf } from '../mysql/retry.ts';
import { type Finding, type Verdict, warning } from './finding.ts';

function causeOf(error: unknown): string {
  if (error instanceof errors.ResponseError) return `Elasticsearch answered ${error.statusCode}`;
  return codesOf(error).code ?? (error as Error).message;
}

/** The finding of a check; a warning when what it looks at cannot be read. */
export async function examined(check: string, look: () => Verdict | Promise<Verdict>): Promise<Finding> {
  try {
    return { check, ...(await look()) };
  } catch (error) {
    const unread = warning(
      `It could not be looked at (${causeOf(error)}).`,
      'Run it again; if the problem stays, see what the user of this server may read.',
    );
    return { check, ...unread };
  }
}
