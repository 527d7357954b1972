/** A time in which something was broken; `until` is infinite while it is. */
export interface Spell {
  kind: string;
  /** What was broken, such as `api 1`. */
  what: string;
  at: number;
  until: number;
}

/** Within this many milliseconds after the last fault, everything works again. */
export const RECOVERY = 10_000;

export type Weather = ReturnType<typeof createWeather>;

/** Records what is broken and what was. */
export function createWeather() {
  const spells: Spell[] = [];
  return {
    spells,
    begin(kind: string, what: string): Spell {
      const spell = { kind, what, at: Date.now(), until: Number.POSITIVE_INFINITY };
      spells.push(spell);
      return spell;
    },
    /** Whether nothing was broken in a time, and everything had recovered before it. */
    isCalm: (from: number, to: number) =>
      !spells.some(({ at, until }) => at <= to && until + RECOVERY >= from),
    /** Whether this was broken at some point in a time. */
    struck: (what: string, from: number, to: number) =>
      spells.some((spell) => spell.what === what && spell.at <= to && spell.until >= from),
  };
}
