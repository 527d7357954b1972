import t from 'tap';

t.test('a step', async (t) => t.pass('done'));
t.test('another step', async (t) => {
  t.test('waits for good', async () => {
    setInterval(() => {}, 1_000);
    await new Promise(() => {});
  });
});
