/**
 * How long after its beginning an attempt may still be sent, in milliseconds. Together with the deadline of its answer,
 * this is well below the lease, whatever stalls in between: a statement, a thread, the whole process.
 */
export const SEND_WINDOW = 12_000;

/**
 * It ends as soon as either of two clocks says so: the monotonic clock cannot be set, and the wall clock keeps running while the
 * machine sleeps.
 */
export interface SendWindow {
  /** Milliseconds of the steady clock, which all threads share. */
  steady: number;
  /** Epoch milliseconds. */
  wall: number;
}

const steady = () => Number(process.hrtime.bigint() / 1_000_000n);

/** A send window that starts now. Open it before the statement that records the beginning. */
export const openSendWindow = (): SendWindow => ({
  steady: steady() + SEND_WINDOW,
  wall: Date.now() + SEND_WINDOW,
});

/** How long until a send window has ended even if the wall clock is set back, in milliseconds. */
export const steadyLeft = (sendWindow: SendWindow): number => Math.max(0, sendWindow.steady - steady());

/** How long a send window still lasts, in milliseconds; 0 when it has ended. */
export const leftOf = (sendWindow: SendWindow): number =>
  Math.max(0, Math.min(steadyLeft(sendWindow), sendWindow.wall - Date.now()));

/** Whether it is too late to send. */
export const isOver = (sendWindow: SendWindow): boolean => leftOf(sendWindow) === 0;
