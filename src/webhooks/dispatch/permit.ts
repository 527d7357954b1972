/**
 * How long after its beginning an attempt may still leave, in milliseconds. Together with the deadline of its answer this
 * is well below the lease, whatever stalls in between: a statement, a thread, the whole process.
 */
export const PERMIT = 12_000;

/** It ends by either of two clocks: the steady one is never set, the wall clock goes on while a machine sleeps. */
export interface Permit {
  /** Milliseconds of the steady clock, which all threads share. */
  steady: number;
  /** Epoch milliseconds. */
  wall: number;
}

const steady = () => Number(process.hrtime.bigint() / 1_000_000n);

/** A permit from now on. Take it before the statement that notes the beginning. */
export const grant = (): Permit => ({ steady: steady() + PERMIT, wall: Date.now() + PERMIT });

/** How long until a permit has ended even if the wall clock is set back, in milliseconds. */
export const steadyLeft = (permit: Permit): number => Math.max(0, permit.steady - steady());

/** How long a permit still lasts, in milliseconds; 0 when it has ended. */
export const leftOf = (permit: Permit): number =>
  Math.max(0, Math.min(steadyLeft(permit), permit.wall - Date.now()));

/** Whether it is too late to send. */
export const isOver = (permit: Permit): boolean => leftOf(permit) === 0;
