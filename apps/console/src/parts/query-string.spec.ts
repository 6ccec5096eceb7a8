import { changed, pagingOf } from './query-string';

describe('the query of an address', () => {
  it('keeps what is not changed, replaces what is, and drops what is empty', () => {
    const current = new URLSearchParams('q=web&kind=a&kind=b&page=3');

    expect(changed(current, { kind: ['c', 'd'], page: undefined }).toString()).toBe('q=web&kind=c&kind=d');
    expect(changed(current, { q: '' }).toString()).toBe('kind=a&kind=b&page=3');
  });

  it.each([
    ['', { page: 0, size: 20, sort: undefined }],
    ['page=3&size=50&sort=-name', { page: 2, size: 50, sort: '-name' }],
    ['page=0&size=x', { page: 0, size: 20, sort: undefined }],
    ['page=-1&size=0', { page: 0, size: 1, sort: undefined }],
  ])('%j names a page', (query, expected) => {
    expect(pagingOf(new URLSearchParams(query))).toEqual(expected);
  });
});
