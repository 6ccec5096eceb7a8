import { tokenize } from './tokenizer';

/** Strings in quotes, symbols by name: `title = "a b"` is `'title' eq 'a b'`. */
const spell = (text: string): string =>
  tokenize(text)
    .map((token) => (token.name === 'string' ? `'${token.text}'` : token.name))
    .join(' ');

describe('tokenize', () => {
  it.each([
    ['( ) ,', 'lparen rparen comma'],
    ['& && and AND', 'and and and and'],
    ['| || or Or', 'or or or or'],
    ['! not NOT -', 'not not not not'],
    ['= == at', 'eq eq eq'],
    ['!= <>', 'ne ne'],
    ['~ !~', 'like unlike'],
    ['> >= < <= after before', 'gt gte lt lte gt lt'],
    ['^ !^', 'in notin'],
    ['has set? SET? null?', 'notnull notnull notnull null'],
  ])('reads every symbol of %s', (text, tokens) => expect(spell(text)).toBe(tokens));

  it.each([
    ['=~', 'eq like'],
    ['=>', 'eq gt'],
    ['=!', 'eq not'],
    ['===', 'eq eq'],
    ['!!=', 'not ne'],
    ['&&&', 'and and'],
    ['<>=', 'ne eq'],
    ['><', 'gt lt'],
  ])('takes the longest symbol first: %s', (text, tokens) => expect(spell(text)).toBe(tokens));

  it.each([
    ['pci-dss', "'pci-dss'"],
    ['a"b', `'a"b'`],
    ["it's", `'it's'`],
    ['x^y', "'x^y'"],
    ['a.b:c/d*e%f', "'a.b:c/d*e%f'"],
    ['a!b', "'a!b'"],
    ['android', "'android'"],
    ['andy and or-else', "'andy' and 'or-else'"],
    ['set', "'set'"],
    ['-5', "not '5'"],
    ['a=-b', "'a' eq not 'b'"],
    ['a\u00a0b', "'a\u00a0b'"],
  ])('reads the bare word of %s', (text, tokens) => expect(spell(text)).toBe(tokens));

  it.each([
    ['title=x', "'title' eq 'x'"],
    ['title!=x', "'title' ne 'x'"],
    ['title!~x', "'title' unlike 'x'"],
    ['title!^(x)', "'title' notin lparen 'x' rparen"],
    ['title! =x', "'title!' eq 'x'"],
    ['title!!=x', "'title!' ne 'x'"],
    ['title^x', "'title^x'"],
    ['a<b>c~d&e|f(g)h,i', "'a' lt 'b' gt 'c' like 'd' and 'e' or 'f' lparen 'g' rparen 'h' comma 'i'"],
    ['a\tb\nc\vd\fe\rf', "'a' 'b' 'c' 'd' 'e' 'f'"],
  ])('ends a bare word in %j', (text, tokens) => expect(spell(text)).toBe(tokens));

  it.each([
    ['""', "''"],
    ['"a b"', "'a b'"],
    [String.raw`"a \"b\" \\ \n"`, String.raw`'a "b" \ n'`],
    ['"and"', "'and'"],
    ['"a""b"c', "'a' 'b' 'c'"],
    ['"open = (', "'open = ('"],
    ['"open\\', "'open'"],
    [`'a b'`, `''a' 'b''`],
  ])('reads quotes: %s', (text, tokens) => expect(spell(text)).toBe(tokens));
});
