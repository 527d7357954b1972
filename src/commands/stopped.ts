/**
 * Waits for Ctrl-C or a request to end. One Ctrl-C comes several times: from the terminal, from npm and from the
 * process that started this one. The handlers stay, since a repeated signal must not cut off the stopping.
 */
export function untilStopped(): Promise<NodeJS.Signals> {
  return new Promise((stopped) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopped(signal));
  });
}
