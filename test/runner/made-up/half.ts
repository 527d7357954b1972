import t from 'tap';

t.test('one step', async (t) => {
  t.equal(1, 1, 'right');
});

t.test('another (by its name)', async (t) => {
  t.equal(1, 2, 'wrong');
});
