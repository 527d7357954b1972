import { membersOf, textOr } from './client.ts';

/** Time zones of the United States by the names that Windows, and so Esri, gives them. */
const WINDOWS: Readonly<Record<string, string>> = {
  'Eastern Standard Time': 'America/New_York',
  'US Eastern Standard Time': 'America/Indiana/Indianapolis',
  'Central Standard Time': 'America/Chicago',
  'Mountain Standard Time': 'America/Denver',
  'US Mountain Standard Time': 'America/Phoenix',
  'Pacific Standard Time': 'America/Los_Angeles',
  'Alaskan Standard Time': 'America/Anchorage',
  'Aleutian Standard Time': 'America/Adak',
  'Hawaiian Standard Time': 'Pacific/Honolulu',
  'SA Western Standard Time': 'America/Puerto_Rico',
  'West Pacific Standard Time': 'Pacific/Guam',
  'UTC-11': 'Pacific/Pago_Pago',
};
const HOUR_MS = 3_600_000;
const WINTER = Date.UTC(2024, 0, 15, 12);

type Local = (milliseconds: number) => string;

/** Reads a time as `YYYY-MM-DD HH:MM:SS` in a zone; null for a zone that is not known. */
function clockOf(timeZone: string): Local | null {
  try {
    // Sweden writes dates so.
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    return (milliseconds) => format.format(milliseconds);
  } catch {
    return null;
  }
}

/** The zone that has the winter's time all year. */
function allYear(zone: string): string {
  const winter = clockOf(zone)?.(WINTER);
  if (winter === undefined) return zone;
  const hours = (WINTER - Date.parse(`${winter.replace(' ', 'T')}Z`)) / HOUR_MS;
  return `Etc/GMT${hours < 0 ? '-' : '+'}${Math.abs(hours)}`;
}

/**
 * The time zone in which a layer's dates are told, from its `dateFieldsTimeReference`; null where it is UTC or not known.
 */
export function zoneOf(reference: unknown): string | null {
  const { timeZone, timeZoneIANA, respectsDaylightSaving } = membersOf(reference);
  const named = textOr(timeZone, null);
  const name = textOr(timeZoneIANA, null) ?? (named && (WINDOWS[named] ?? named));
  if (name === null || /^(?:Etc\/)?(?:UTC|GMT)$/i.test(name)) return null;
  const zone = respectsDaylightSaving === false ? allYear(name) : name;
  return clockOf(zone) === null ? null : zone;
}

const clocks = new Map<string, Local>();

/** A time as `YYYY-MM-DD HH:MM:SS` in a zone of `zoneOf`. */
export function inZone(milliseconds: number, zone: string): string {
  const clock = clocks.get(zone) ?? clockOf(zone)!;
  clocks.set(zone, clock);
  return clock(milliseconds);
}
