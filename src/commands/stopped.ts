/**
 * Waits for Ctrl-C or a request to end. One Ctrl-C arrives several times: from the terminal, from npm and from the
 * process that started this one. The handlers stay, so that a repeated signal does not interrupt the shutdown.
 */
export function untilStopped(): Promise<NodeJS.Signals> {
  return new Promise((stopped) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopped(signal));
  });
}
