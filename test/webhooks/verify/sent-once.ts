import type { Test } from 'tap';
import type { Harness } from '../../helper.ts';
import {
  createEndpoint,
  deed,
  eventually,
  LINCOLN,
  loadNews,
  makeDispatcher,
  makeReceiver,
} from '../support.ts';
import { county } from '../watching.ts';

/** Sends a sale to a receiver. Returns the secret of its endpoint, and what arrived first. */
export async function sentOnce(t: Pick<Test, 'teardown'>, harness: Harness) {
  const receiver = await makeReceiver(t);
  const app = await harness.app();
  await harness.load('parcels', [{ ...LINCOLN, parcel_id: 'R-1' }]);
  const { secret } = await createEndpoint(app, await harness.key(), {
    url: receiver.url,
    event_types: ['parcel.sold'],
    ...county('31', '109'),
  });
  await loadNews(harness, 'deeds', [deed('D-1')]);
  await makeDispatcher(t, harness);
  await eventually('it arrives', () => receiver.got.length > 0);
  return { secret, received: receiver.got[0]! };
}
