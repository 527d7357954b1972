import { Presets, SingleBar } from 'cli-progress';
import type { Progress } from '../loading/ingest/ingest.ts';
import { tell } from './print.ts';

const LINE_EVERY = 5_000;
/** Seconds until a rate is shown: before that, it would be a guess. */
const LEAST_TIME = 1;

function seconds(duration: number): string {
  const whole = Math.round(duration);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** Rows read, their rate and the time left, if known; `elapsed` is in seconds. */
function loading(rows: number, share: number | null, elapsed: number): string {
  const parts = [`${rows} rows read`];
  if (elapsed >= LEAST_TIME) parts.push(`${Math.round(rows / elapsed)}/s`);
  if (share !== null && share > 0) {
    parts.push(`${Math.round(share * 100)} %`);
    if (elapsed >= LEAST_TIME && share > 0.001 && share < 1)
      parts.push(`${seconds((elapsed * (1 - share)) / share)} left`);
  }
  return parts.join(', ');
}

/** The progress in words; `elapsed` is the time since this phase began, in seconds. */
export function progressText(progress: Progress, elapsed: number): string {
  if (progress.phase === 'waiting') return 'another load is running; waiting for it to end';
  if (progress.phase === 'load') return loading(progress.rows, progress.share, elapsed);
  if (progress.phase === 'remove') return `deleting, ${progress.rows} records`;
  return `deriving ${progress.step}, ${seconds(elapsed)}`;
}

function clock() {
  let started = Date.now();
  let phase: Progress['phase'] = 'load';
  return (progress: Progress): number => {
    if (progress.phase !== phase) {
      phase = progress.phase;
      started = Date.now();
    }
    return (Date.now() - started) / 1000;
  };
}

function plainProgress(title: string) {
  const elapsed = clock();
  let last = Date.now();
  return {
    show(progress: Progress): void {
      const text = progressText(progress, elapsed(progress));
      if (Date.now() - last < LINE_EVERY) return;
      last = Date.now();
      tell(`${title}: ${text}`);
    },
    end(): void {},
  };
}

function barProgress(title: string) {
  const elapsed = clock();
  const format = `${title} [{bar}] {text}`;
  const bar = new SingleBar({ format, hideCursor: true, fps: 5, stream: process.stderr }, Presets.rect);
  bar.start(100, 0, { text: '' });
  return {
    show(progress: Progress): void {
      const share = Math.min(1, progress.phase === 'load' ? (progress.share ?? 0) : 1);
      bar.update(Math.round(share * 100), { text: progressText(progress, elapsed(progress)) });
    },
    end(): void {
      bar.stop();
    },
  };
}

/** Shows the progress of some work until it ends: a bar on a terminal, plain lines elsewhere. */
export async function withProgress<T>(
  title: string,
  work: (show: (progress: Progress) => void) => Promise<T>,
): Promise<T> {
  const progress = process.stderr.isTTY ? barProgress(title) : plainProgress(title);
  try {
    return await work(progress.show);
  } finally {
    progress.end();
  }
}
