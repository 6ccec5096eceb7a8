import { replaceTokens } from '../src/tokens';

describe('tokens of operation parameters', () => {
  it.each([
    ['<% alert.name %> fired', 'disk full fired'],
    ['<%alert.name%>/<%  alert.id %>', 'disk full/7'],
    ['<% alert.colour %>', 'alert.colour'],
    ['<% constructor %>', 'constructor'],
    ['no token, <% not closed', 'no token, <% not closed'],
    ['', ''],
  ])('"%s" becomes "%s"', (text, expected) => {
    expect(replaceTokens(text, { 'alert.name': 'disk full', 'alert.id': '7' })).toBe(expected);
  });
});
