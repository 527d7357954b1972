/** So many requests are always in work together; it is also what the time of a route is learned with. */
const FEWEST = 4;
/** What a process begins with: a burst right after the start is not refused for lack of knowledge. */
const FIRST = 64;
/** As many as the client of Elasticsearch opens connections. */
const MOST = 256;
/** How much slower than with few in work requests may become before fewer are let in. */
const SLOWER = 1.3;
/** Fewest answers that a judgment is made from. */
const ANSWERS = 20;
/** The weight of a new answer in what a route usually takes. */
const WEIGHT = 0.05;

export interface Limit {
  /** How many requests may be in work at once. */
  current(): number;
  /** How long a request took lately, in milliseconds. */
  takes(): number;
  /** Says that somebody had to wait: only then is it known whether more would be served. */
  felt(): void;
  /**
   * Learns from a request that was answered.
   * @param route what else takes about as long.
   * @param milliseconds from when it was let in until its answer began.
   * @param beside how many were in work when it was let in, itself included.
   */
  answered(route: string, milliseconds: number, beside: number): void;
}

/**
 * How many requests a process works on at once, found by what they do to each other: while they take about as long as with
 * few in work, there may be more; when they take longer, they only wait for each other, and there will be fewer.
 */
export function createLimit(): Limit {
  let limit = FIRST;
  let isFelt = false;
  let takes = 0;
  const usual = new Map<string, number>();
  let answers = 0;
  let took = 0;
  let usually = 0;

  function judge(): void {
    if (isFelt) {
      const next = took > SLOWER * usually ? limit * 0.9 : limit + Math.max(1, limit / 10);
      limit = Math.min(MOST, Math.max(FEWEST, next));
    }
    isFelt = false;
    takes = took / answers;
    answers = took = usually = 0;
  }

  return {
    current: () => Math.floor(limit),
    takes: () => takes,
    felt() {
      isFelt = true;
    },
    answered(route, milliseconds, beside) {
      const known = usual.get(route) ?? milliseconds;
      const few = beside <= FEWEST;
      if (few || !usual.has(route)) usual.set(route, known + (milliseconds - known) * WEIGHT);
      answers++;
      took += milliseconds;
      usually += known;
      if (answers >= Math.max(ANSWERS, limit)) judge();
    },
  };
}
