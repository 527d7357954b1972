import { Presets, SingleBar } from 'cli-progress';
import type { Progress } from '../ingest/ingest.ts';

const EVERY = 5_000;

const phases: Record<Progress['phase'], string> = {
  waiting: 'another load is running; waiting for it to end',
  load: 'rows read',
  derive: 'records derived',
};

function seconds(duration: number): string {
  const whole = Math.round(duration);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

function tracker() {
  let started = Date.now();
  let phase: Progress['phase'] = 'load';
  return (progress: Progress) => {
    if (progress.phase !== phase) {
      phase = progress.phase;
      started = Date.now();
    }
    const elapsed = (Date.now() - started) / 1000;
    const share = progress.share;
    return {
      // Too early to tell in the first second.
      rate: elapsed < 1 ? '?' : Math.round(progress.rows / elapsed),
      eta: share !== null && share > 0.001 ? seconds((elapsed * (1 - share)) / share) : '?',
    };
  };
}

/** Plain lines, now and then, for logs and pipes. */
function plainProgress(title: string) {
  const track = tracker();
  let last = Date.now();
  return {
    show(progress: Progress): void {
      const { rate, eta } = track(progress);
      if (Date.now() - last < EVERY) return;
      last = Date.now();
      const share = progress.share === null ? '' : `, ${Math.round(progress.share * 100)} %, ${eta} left`;
      const pace = progress.phase === 'waiting' ? '' : `${progress.rows} `;
      const speed = progress.phase === 'waiting' ? '' : `, ${rate}/s${share}`;
      console.error(`${title}: ${pace}${phases[progress.phase]}${speed}`);
    },
    end(): void {},
  };
}

/** A bar for people at a terminal. */
function barProgress(title: string) {
  const track = tracker();
  const format = `${title} [{bar}] {percentage} % | {rows} {what} | {rate}/s | {left} left`;
  const bar = new SingleBar({ format, hideCursor: true, fps: 5, stream: process.stderr }, Presets.rect);
  bar.start(100, 0, { rows: 0, what: phases.load, rate: 0, left: '?' });
  return {
    show(progress: Progress): void {
      const { rate, eta } = track(progress);
      const share = progress.share === null ? 0 : Math.min(1, progress.share);
      bar.update(Math.round(share * 100), {
        rows: progress.rows,
        what: phases[progress.phase],
        rate,
        left: eta,
      });
    },
    end(): void {
      bar.stop();
    },
  };
}

/** Shows how far a load is: a bar on a terminal, plain lines elsewhere. */
export function showProgress(title: string) {
  return process.stderr.isTTY ? barProgress(title) : plainProgress(title);
}
