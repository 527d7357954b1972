/** An error that Elasticsearch answered with. Its message repeats the query, so it is not kept. */
export class Refused extends Error {
  readonly status: number;
  /** Such as `search_phase_execution_exception`. */
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
