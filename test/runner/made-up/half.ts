import t from 'tap';

t.equal(1, 1, 'right');
t.equal(1, 2, 'wrong');
