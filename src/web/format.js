const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const two = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

export const UNKNOWN = '–';
const known = (value, show) => (value === null || value === undefined ? UNKNOWN : show(value));

/** 1204 → `1,204` */
export const count = (value) => known(value, (number) => whole.format(number));
/** 1 → `1 delivery`, 1204 → `1,204 deliveries` */
export const counted = (number, one, several = `${one}s`) =>
  `${count(number)} ${number === 1 ? one : several}`;
/** At most two decimals. */
export const decimal = (value) => known(value, (number) => two.format(number));
/** An amount in USD. */
export const money = (value) => known(value, (number) => usd.format(number));
/** The total assessed value as the end of a phrase; empty when it is unknown or 0. */
export const inAll = (value) => (value > 0 ? `, assessed at ${money(value)} in all` : '');
/** `1.2M` */
export const compact = (value) => known(value, (number) => short.format(number));
/** 0.0512 → `+5.1%` */
export const change = (value) =>
  known(value, (share) => `${share > 0 ? '+' : ''}${(share * 100).toFixed(1)}%`);
/** 51.25 → `51.3%` */
export const percent = (value) => known(value, (number) => `${number.toFixed(1)}%`);
/** A text, or the mark of an unknown value. */
export const text = (value) => known(value, String);
/** A timestamp in local time. */
export const moment = (value) => known(value, (time) => new Date(time).toLocaleString());
/** A timestamp in local time: only the time of day if it is today. */
export const when = (value) =>
  known(value, (time) => {
    const at = new Date(time);
    return at.toDateString() === new Date().toDateString() ? at.toLocaleTimeString() : moment(time);
  });
/** `warranty_deed` → `Warranty deed` */
export const words = (value) =>
  known(value, (code) => code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' '));
