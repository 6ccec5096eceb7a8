import { ancestorsOf } from './resources';

describe('the ancestors of a resource', () => {
  it.each([
    [null, []],
    ['10005_:_10001_:_host', [{ id: 10001, name: 'host' }]],
    [
      '10015_:_10002_:_Server_:_x_::_10005_:_10001_:_host',
      [
        { id: 10001, name: 'host' },
        { id: 10002, name: 'Server_:_x' },
      ],
    ],
  ])('of %j are %j', (ancestry, expected) => {
    expect(ancestorsOf({ ancestry })).toEqual(expected);
  });
});
