import { toSortBy, withQuery } from './client';

describe('an address with a query', () => {
  it.each([
    ['/rest/alert', {}, '/rest/alert'],
    ['/rest/alert', { page: 0, q: '', prio: undefined }, '/rest/alert?page=0'],
    ['/p', { filter: 'title ~ "a&b"' }, '/p?filter=title+%7E+%22a%26b%22'],
    ['/p', { acknowledged: false, sid: ['1', '2'] }, '/p?acknowledged=false&sid=1&sid=2'],
  ])('%s with %j is %s', (path, query, expected) => {
    expect(withQuery(path, query)).toBe(expected);
  });
});

describe('the order of a list', () => {
  it.each([
    [undefined, undefined],
    ['title', 'title'],
    ['-score', 'score:desc'],
    ['result,-severity', 'result,severity:desc'],
  ])('%s is sent as %s', (sort, expected) => {
    expect(toSortBy(sort)).toBe(expected);
  });
});
