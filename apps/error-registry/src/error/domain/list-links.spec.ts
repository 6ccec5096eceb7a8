import { addToQuery } from './list-links';

describe('addToQuery', () => {
  const LINKS = { first: '/e?limit=1&offset=0', last: '/e?limit=1&offset=4', next: '/e?limit=1&offset=1' };

  it('adds what is given to every link, encoded', () => {
    expect(addToQuery(LINKS, { q: 'a&b ü', service: undefined, status: 404 })).toEqual({
      first: '/e?limit=1&offset=0&q=a%26b+%C3%BC&status=404',
      last: '/e?limit=1&offset=4&q=a%26b+%C3%BC&status=404',
      next: '/e?limit=1&offset=1&q=a%26b+%C3%BC&status=404',
    });
  });

  it('leaves links alone when nothing is given', () => {
    expect(addToQuery(LINKS, { q: undefined })).toEqual(LINKS);
  });
});
