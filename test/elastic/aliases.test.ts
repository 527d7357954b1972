import { randomBytes } from 'node:crypto';
import t from 'tap';
import { loaderClient } from '../../src/elastic/client.ts';
import { concreteIndex } from '../../src/elastic/indices.ts';

const client = loaderClient(process.env.ELASTICSEARCH_URL!);
const alias = `t${randomBytes(6).toString('hex')}`;
const own = `${alias}-1`;
const other = `${alias}-other`;
t.teardown(() => client.close());
t.teardown(() => client.indices.delete({ index: [own, other], ignore_unavailable: true }));

const COMINGS = 40;
const ASKERS = 8;

t.test('the index behind an alias is found while other indices of the cluster come and go', async (t) => {
  await client.indices.create({ index: own, aliases: { [alias]: {} } });
  let isBusy = true;
  const others = async () => {
    for (let coming = 0; coming < COMINGS; coming++) {
      await client.indices.create({ index: other });
      await client.indices.delete({ index: other });
    }
  };
  const found = new Set<string>();
  const ask = async () => {
    while (isBusy) found.add(await concreteIndex(client, alias).catch(({ message }: Error) => message));
  };
  const askers = Array.from({ length: ASKERS }, ask);
  await others().finally(() => {
    isBusy = false;
  });
  await Promise.all(askers);
  t.same([...found], [own]);
});
