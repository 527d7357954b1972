/** Bytes of a file, both ends included. */
export interface Range {
  start: number;
  end: number;
}

const ONE_RANGE = /^bytes=(\d*)-(\d*)$/;

/**
 * The bytes that a Range header asks for. Null for the whole file: without a header, or with one that is not understood or
 * asks for several ranges, as RFC 9110 allows. `unsatisfiable` when the range begins beyond the end of the file.
 */
export function rangeOf(header: string | undefined, size: number): Range | null | 'unsatisfiable' {
  const [found, first = '', last = ''] = ONE_RANGE.exec(header ?? '') ?? [];
  if (found === undefined || first + last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}
