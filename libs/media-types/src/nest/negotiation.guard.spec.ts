import { parseCallback, wrapInCallback } from './negotiation.guard';

describe('parseCallback', () => {
  it.each([[undefined], ['']])('finds no callback in %p', (value) => {
    expect(parseCallback(value)).toBeUndefined();
  });

  it.each(['show', '_', '$', 'app.show', 'jQuery_1.cb$2', 'a..b'])('accepts %s', (name) => {
    expect(parseCallback(name)).toBe(name);
  });

  it.each([
    ['a digit first', '1a'],
    ['a dot first', '.a'],
    ['a call', 'alert(1)'],
    ['a blank', 'a b'],
    ['markup', '<script>'],
    ['a line end', 'a\n'],
    ['letters beyond ASCII', 'größe'],
    ['an index', 'a[0]'],
    ['a repeated parameter', ['a', 'b']],
  ])('refuses %s', (_name, value) => {
    expect(parseCallback(value)).toBeNull();
  });
});

describe('wrapInCallback', () => {
  it('puts any body between the parentheses', () => {
    expect(wrapInCallback('show', '{"a":1}')).toBe('show({"a":1});');
    expect(wrapInCallback('show', '')).toBe('show();');
  });
});
