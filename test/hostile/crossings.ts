import type { Operation } from './operations.ts';
import type { Account } from './place.ts';

/** Two ways to request an operation by an id: with one of another account, and with one that nobody has. */
export interface Crossing {
  operation: Operation;
  what: string;
  foreign: string;
  missing: string;
  /** The same with an id of the caller's, which shows that the request itself is valid. */
  own: string;
}

/** An id of the same form that nobody has. */
const nobodys = (id: string) =>
  id.replace(/[0-9a-f]+$/, (digits) =>
    [...digits].map((digit) => ((Number.parseInt(digit, 16) + 7) % 16).toString(16)).join(''),
  );

const filled = (path: string, values: Record<string, string>) =>
  path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name]!));

/** Every way in which `caller` can request an operation for what belongs to `other`. */
export function crossingsOf(operation: Operation, caller: Account, other: Account): Crossing[] {
  const { path } = operation;
  const at = (values: Record<string, string>) => filled(path, values);
  const crossing = (what: string, foreign: string, missing: string, own: string) => [
    { operation, what, foreign, missing, own },
  ];
  const endpoint = nobodys(other.endpoint);
  if (path.includes('{deliveryId}')) {
    const [theirs, ours] = [other.deliveries[0]!, caller.deliveries[0]!];
    const own = at({ id: caller.endpoint, deliveryId: ours });
    const delivery = nobodys(theirs);
    return [
      ...crossing(
        'their endpoint and delivery',
        at({ id: other.endpoint, deliveryId: theirs }),
        at({ id: endpoint, deliveryId: delivery }),
        own,
      ),
      ...crossing(
        'our endpoint, their delivery',
        at({ id: caller.endpoint, deliveryId: theirs }),
        at({ id: caller.endpoint, deliveryId: delivery }),
        own,
      ),
      ...crossing(
        'their endpoint, our delivery',
        at({ id: other.endpoint, deliveryId: ours }),
        at({ id: endpoint, deliveryId: ours }),
        own,
      ),
    ];
  }
  if (path.includes('/webhooks/{id}'))
    return crossing(
      'their endpoint',
      at({ id: other.endpoint }),
      at({ id: endpoint }),
      at({ id: caller.endpoint }),
    );
  if (path.includes('/keys/{id}'))
    return crossing(
      'their key',
      at({ id: other.otherKeyId }),
      at({ id: nobodys(other.otherKeyId) }),
      at({ id: caller.otherKeyId }),
    );
  if (operation.parameters.some(({ name }) => name === 'key_id')) {
    const by = (id: string) => `${path}?key_id=${id}`;
    return crossing('their key', by(other.keyId), by(nobodys(other.keyId)), by(caller.keyId));
  }
  return [];
}
