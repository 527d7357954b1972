/**
 * Waits for Ctrl-C or a request to end. One Ctrl-C arrives several times: from the terminal, from npm and from the
 * process that started this one. The handlers stay, so that a repeated signal does not interrupt the shutdown.
 * @param announce says that the program is ready. It is called after the handlers are set, since a signal may follow at once.
 */
export function untilStopped(announce: () => void): Promise<NodeJS.Signals> {
  return new Promise((stopped) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopped(signal));
    announce();
  });
}
