import { moment } from '../format.js';

/** A timestamp in local time: only the time of day if it is today. */
export function when(value) {
  if (value === null) return moment(value);
  const time = new Date(value);
  return time.toDateString() === new Date().toDateString() ? time.toLocaleTimeString() : moment(value);
}
