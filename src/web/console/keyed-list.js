/**
 * Keeps the children of an element up to date with records, so that opened and focused elements stay.
 * @template {{id: string}} T
 * @param {HTMLElement} parent
 * @param {(record: T) => {element: HTMLElement, update(record: T): void, end?(): void}} make
 * @returns {(records: T[]) => void} shows these records, in this order
 */
export function keyedList(parent, make) {
  const shown = new Map();
  return (records) => {
    const wanted = new Set(records.map(({ id }) => id));
    for (const [id, { element, end }] of shown) {
      if (wanted.has(id)) continue;
      end?.();
      element.remove();
      shown.delete(id);
    }
    let place = parent.firstElementChild;
    for (const record of records) {
      if (!shown.has(record.id)) shown.set(record.id, make(record));
      const { element, update } = shown.get(record.id);
      update(record);
      if (element === place) place = place.nextElementSibling;
      else parent.insertBefore(element, place);
    }
  };
}
