/**
 * How long after its beginning an attempt may still leave, in milliseconds. Together with the deadline of its answer, it
 * ends well before its lease does, whatever stalls in between: a statement, a thread, the whole process.
 */
export const PERMIT = 12_000;

/** A leave to send that ends by itself, by both clocks: one is never set, the other goes on while a machine sleeps. */
export interface Permit {
  /** Milliseconds of the steady clock, which all threads share. */
  steady: number;
  /** Epoch milliseconds. */
  wall: number;
}

const steady = () => Number(process.hrtime.bigint() / 1_000_000n);

/** A permit from now on: to be taken before the statement that notes the beginning. */
export const grant = (): Permit => ({ steady: steady() + PERMIT, wall: Date.now() + PERMIT });

/** How long until a permit has ended for good, whatever is done to the other clock, in milliseconds. */
export const steadyLeft = (permit: Permit): number => Math.max(0, permit.steady - steady());

/** How long a permit lasts still, in milliseconds; 0 when it has ended. */
export const leftOf = (permit: Permit): number =>
  Math.max(0, Math.min(steadyLeft(permit), permit.wall - Date.now()));

/** Whether it is too late to send. */
export const isOver = (permit: Permit): boolean => leftOf(permit) === 0;
