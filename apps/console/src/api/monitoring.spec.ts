import { parseAncestry, resourceOfJob } from './monitoring';

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
    expect(parseAncestry({ ancestry })).toEqual(expected);
  });
});

describe('the resource of an execution', () => {
  it.each([
    ['rhq-resource-10001--123-1700000200000_=_rhq-resource-10001', '10001'],
    ['no job', ''],
  ])('of %s is %s', (jobId, expected) => {
    expect(resourceOfJob(jobId)).toBe(expected);
  });
});
