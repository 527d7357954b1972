/** Elasticsearch answered with an error. Its message repeats the query, so it is not kept. */
export class Refused extends Error {
  readonly status: number;
  /** The type of the error, such as `search_phase_execution_exception`; undefined where it gave none. */
  readonly reason: string | undefined;
  readonly method: string;
  readonly path: string;

  constructor(status: number, body: Buffer, method: string, path: string) {
    super(`Elasticsearch answered ${status}`);
    this.status = status;
    this.reason = reasonIn(body);
    this.method = method;
    this.path = path;
  }
}

function reasonIn(body: Buffer): string | undefined {
  try {
    const { error } = JSON.parse(body.toString()) as { error?: { type?: string } };
    return error?.type;
  } catch {
    return undefined;
  }
}
