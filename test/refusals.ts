import type { Test } from 'tap';

/**
 * Checks a whole error in one assertion: its three keys, that no cache keeps it, which field is wrong and how, and that
 * nothing reveals the program's internals.
 */
export function checkError(
  t: Test,
  { status, headers, text }: { status: number; headers: Record<string, unknown>; text: string },
  wanted: number,
  code: string,
  names = /\w/,
  what = '',
): void {
  const { errors, ...rest } = parsed(text);
  const isToldByField = code === 'invalid_parameter' || code === 'ambiguous_parcel';
  const holds: Record<string, boolean> = {
    [`status ${wanted}`]: status === wanted,
    'a JSON body': /^application\/json/.test(String(headers['content-type'])),
    'kept by no cache': headers['cache-control'] === 'no-store',
    'the three keys': Object.keys(rest).sort().join() === 'code,error,request_id',
    [`code ${code}`]: rest.code === code,
    'a request id': /^[0-9a-f-]{36}$/.test(String(rest.request_id)),
    'what is wrong by name': names.test(String(rest.error)),
    'what is wrong by field': isToldByField ? areFaults(String(rest.error), errors) : true,
    'no faults without a field': isToldByField || errors === undefined,
    'nothing of the inside': !/node_modules|\.ts:|at \S+ \(|elastic|mysql|whsec_/i.test(text),
  };
  const missing = Object.keys(holds).filter((name) => !holds[name]);
  t.same(
    missing,
    [],
    `${what.slice(0, 90)}: ${missing.length > 0 ? `${status} ${text.slice(0, 300)}` : code}`,
  );
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** Whether wrong parameters are reported by field, each once, starting with the one in the sentence. */
function areFaults(sentence: string, errors: unknown): boolean {
  const faults = errors as { field: string; message: string }[];
  if (!(faults?.length > 0 && faults.length <= 20)) return false;
  if (new Set(faults.map((fault) => JSON.stringify(fault))).size < faults.length) return false;
  const { field, message } = faults[0]!;
  return (
    faults.every((fault) => typeof fault.field === 'string' && /\w/.test(fault.message)) &&
    [`${field} ${message}`, `The ${field} ${message}`, message].includes(sentence)
  );
}
